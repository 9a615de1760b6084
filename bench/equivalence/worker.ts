import { closeParser } from '../../src/sql/index.js';
import { closeScratches, judgeAssignment } from './judge-assignment.js';
import { type Assignment, lostJudgement } from './judgement.js';

/** Judges pairs one after another, as they come from the parent, until the parent lets go. */
process.on('message', (assignment: Assignment) => {
  judgeAssignment(assignment)
    .catch((error: unknown) =>
      lostJudgement('unsupported.failure', error instanceof Error ? error.message : String(error), 0),
    )
    .then((judgement) => process.send!({ number: assignment.number, judgement }));
});
// The parser and the engines start on a pair that does not count; a message that comes before someone listens is lost.
const warmUp = {
  number: 0,
  ddl: 'CREATE TABLE t (a INTEGER);',
  gold: 'SELECT a FROM t',
  milliseconds: 60_000,
};
for (const dialect of ['sqlite', 'duckdb'])
  await judgeAssignment({ ...warmUp, dialect, candidate: 'SELECT a + 1 FROM t' });
process.send!({ ready: true });
process.once('disconnect', () => void Promise.all([closeScratches(), closeParser()]));
