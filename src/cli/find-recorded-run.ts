import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readReport } from '../report/index.js';
import { type FoundRun, findRuns, type RecordedRun, readJournal, readRecordedRun } from '../runner/index.js';
import { SqlassayError } from '../types/index.js';

/** Where runs are looked for. */
export interface RunPlaces {
  /** The folder of journals. */
  readonly runsFolder: string;
  /** The folder that paths are relative to. */
  readonly folder: string;
  /** Only runs of this suite are `latest`; undefined: of any. */
  readonly suite?: string;
}

/**
 * A run by its id (or the beginning of it), by `latest`, or by the path of its journal or of a JSON report.
 *
 * @throws SqlassayError E_RUN_UNREADABLE, E_JOURNAL_DAMAGED
 */
export async function findRecordedRun(name: string, places: RunPlaces): Promise<RecordedRun> {
  const path = resolve(places.folder, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return readFileOfRun(path);
  const runs = await findRuns(places.runsFolder);
  const found = name === 'latest' ? await latest(runs, places.suite) : byId(name, runs, places);
  if (found !== undefined) return readRecordedRun(found.path);
  throw new SqlassayError('E_RUN_UNREADABLE', {
    what: name === 'latest' ? 'There is no run yet' : `There is no run and no file ${name}`,
    where: places.runsFolder,
    advice:
      runs.length === 0
        ? 'Run the suite first, or name the path of a journal or of a JSON report.'
        : `The newest are ${runs
            .slice(0, 3)
            .map(({ runId }) => runId)
            .join(', ')}; a path of a journal or of a JSON report will do too.`,
  });
}

async function readFileOfRun(path: string): Promise<RecordedRun> {
  if (isJournal(path)) return readRecordedRun(path);
  const report = await readReport(path);
  if (report !== null) return report;
  throw new SqlassayError('E_RUN_UNREADABLE', {
    what: 'The file is neither the journal of a run nor a whole JSON report',
    where: path,
    advice: 'Name a journal, or a report that `sqlassay run --output-file json=FILE` wrote to its end.',
  });
}

/** The first line of a journal says what the run is of; that of a JSONL report has no identity. */
function isJournal(path: string): boolean {
  const [first = ''] = readFileSync(path, 'utf8').split('\n', 1);
  return /^\{"kind":"run"/.test(first) && first.includes('"identity":') && first.includes('"info":');
}

/** The newest run of the suite that did something. */
async function latest(runs: readonly FoundRun[], suite: string | undefined): Promise<FoundRun | undefined> {
  for (const found of runs) {
    const { info, results } = await readJournal(found.path);
    if (suite !== undefined && info.suite !== suite) continue;
    if ((await results().next()).done !== true) return found;
  }
  return undefined;
}

function byId(name: string, runs: readonly FoundRun[], { runsFolder }: RunPlaces): FoundRun | undefined {
  const exact = runs.find(({ runId }) => runId === name);
  if (exact !== undefined) return exact;
  const [only, second] = runs.filter(({ runId }) => runId.startsWith(name));
  if (second === undefined) return only;
  throw new SqlassayError('E_RUN_UNREADABLE', {
    what: `Several runs begin with ${name}`,
    where: runsFolder,
    advice: 'Write more of the id.',
  });
}
