import type { Reporter } from '../../types/index.js';
import type { Tally } from '../tally.js';
import type { ReporterIo } from './reporter-io.js';
import { resultJson, toJson } from './result-json.js';

/**
 * One JSON document: `{schemaVersion, run, results, board, gate}`. Results are written as they come, so that memory
 * does not grow with the run; the document is whole when the run has ended.
 */
export function createJsonReporter(tally: Tally, io: ReporterIo): Reporter {
  let first = true;
  return {
    onRunStart(info) {
      io.stdout.write(`{"schemaVersion":1,"run":${toJson(info)},"results":[`);
    },
    onCaseEnd(result) {
      io.stdout.write(`${first ? '' : ','}\n${resultJson(result)}`);
      first = false;
    },
    onRunEnd(summary) {
      const { board, gate } = tally.finish(summary);
      io.stdout.write(`\n],"board":${toJson(board)},\n"gate":${toJson(gate)}}\n`);
    },
  };
}

/** One JSON object a line: `{kind: 'run'}`, `{kind: 'case'}` for each case run, `{kind: 'end'}` with board and gate. */
export function createJsonlReporter(tally: Tally, io: ReporterIo): Reporter {
  const line = (kind: string, fields: string) =>
    io.stdout.write(`{"kind":"${kind}","schemaVersion":1,${fields}}\n`);
  return {
    onRunStart(info) {
      line('run', `"run":${toJson(info)}`);
    },
    onCaseEnd(result) {
      line('case', `"result":${resultJson(result)}`);
    },
    onRunEnd(summary) {
      const { board, gate } = tally.finish(summary);
      line('end', `"board":${toJson(board)},"gate":${toJson(gate)}`);
    },
  };
}
