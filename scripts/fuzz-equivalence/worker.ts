import { closeParser } from '../../src/sql/index.js';
import { judgeWithShortcut } from '../../test/equivalence/judge-unsound.js';
import { closeEngines, fuzz, openEngines } from './fuzz.js';
import { judgeByProof } from './judge.js';
import { readTemplates } from './templates.js';
import type { WorkerOrder } from './worker-order.js';

/** Does its share of the rounds, and tells the parent how far it is. */
process.once('message', async ({ seed, round, first, step, executions, seconds, shortcut }: WorkerOrder) => {
  const end = performance.now() + seconds * 1000;
  let told = performance.now();
  const judge = shortcut === null ? judgeByProof : judgeWithShortcut(shortcut);
  const options = {
    seed,
    first: round ?? first,
    step,
    goOn: (done: { readonly executions: number; readonly rounds: number }): boolean => {
      if (performance.now() - told > 10_000) {
        told = performance.now();
        process.send!({ executions: done.executions });
      }
      return done.executions < executions && performance.now() < end && (round === null || done.rounds === 0);
    },
  };
  const engines = openEngines();
  try {
    const report = await fuzz(readTemplates(), judge, engines, options);
    process.send!({ report: { ...report, byRule: [...report.byRule] } });
  } catch (error) {
    process.send!({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  await closeEngines(engines);
  await closeParser();
  process.disconnect();
});
process.send!({ ready: true });
