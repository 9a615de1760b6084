import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  inOrder,
  isAddress,
  openDatasource,
  openPairJudge,
  type PairJudge,
  type PairRequest,
  readPairs,
  requireDialect,
} from '../../pairs/index.js';
import { toJson } from '../../report/index.js';
import { defaultSettings } from '../../suite/index.js';
import { type Platform, SqlassayError } from '../../types/index.js';
import { type CliIo, columnsOf, wantsColors } from '../cli-io.js';
import { usage } from '../flags/read-flag.js';
import type { Flags } from '../flags/resolve-flags.js';
import { loadProjectSuite, openProject } from '../open-project.js';
import { watchInterrupts } from '../watch-interrupts.js';
import type { CommandAction } from './command-action.js';
import { describePair, type PairCode, pairJson } from './describe-pair.js';

/** `sqlassay equiv`: 0 equivalent, 1 different, 3 unknown; of many pairs the gravest, 1 before 3. */
export const equivCommand: CommandAction = async ({ argument, moreArguments, flagsWith, io }) => {
  const flags = flagsWith({});
  const files = argument === '' ? [] : [argument, ...moreArguments];
  checkTogether(flags, files);
  const { dialect: asked } = flags;
  if (asked !== undefined) requireDialect(asked);
  const concurrency = { ...defaultSettings.concurrency, children: Math.max(2, (flags.jobs ?? 2) + 1) };
  const settings = {
    limits: defaultSettings.limits,
    concurrency,
    sqliteDriver: flags.sqliteDriver ?? 'auto',
  } as const;
  const interrupts = watchInterrupts(io);
  const platform = await openNamed(flags, io, settings);
  const judge = openPairJudge({
    settings,
    ...(platform === null ? {} : { platform }),
    witnesses: flags.witnesses === undefined ? null : resolve(io.folder, flags.witnesses),
    maxSeconds: flags.maxSeconds ?? 5,
    ignoresLiterals: flags.ignoreLiterals === true,
    signal: interrupts.signal,
  });
  try {
    const dialect = asked ?? platform?.dialect ?? null;
    const ddl = flags.schema === undefined ? null : readText('--schema', flags.schema, io);
    const code =
      flags.pairs === undefined
        ? await judgeOne(judge, onePair(flags, files, dialect, ddl, io), flags, io)
        : await judgeMany(judge, flags.pairs, { dialect, ddl }, flags, io);
    return interrupts.signal.aborted ? 130 : code;
  } finally {
    interrupts.dispose();
    await judge.close();
    await platform?.close();
  }
};

function checkTogether(
  { pairs, gold, candidate, jobs, datasource, suite }: Flags,
  files: readonly string[],
): void {
  const inline = [gold, candidate].filter((text) => text !== undefined).length;
  if (pairs !== undefined && files.length + inline > 0)
    throw usage('--pairs', 'The file has the queries already', 'Leave the other queries out.');
  if (pairs === undefined && files.length + inline !== 2)
    throw usage(
      undefined,
      `Two queries are compared, and ${files.length + inline} ${files.length + inline === 1 ? 'was' : 'were'} given`,
      'Name two files, or give --gold and --candidate, or --pairs FILE.',
    );
  if (jobs !== undefined && pairs === undefined)
    throw usage('--jobs', 'There is only one pair', 'Use it with --pairs.');
  if (suite !== undefined && (datasource === undefined || isAddress(datasource)))
    throw usage('--suite', 'It says where a datasource is described', 'Add --datasource NAME.');
}

function onePair(
  { gold, candidate }: Flags,
  files: readonly string[],
  named: string | null,
  ddl: string | null,
  io: CliIo,
): PairRequest {
  if (named === null) throw usage('--dialect', 'The dialect of the queries is not known', 'Give --dialect.');
  const left = [...files];
  return {
    gold: gold ?? readText('gold', left.shift()!, io),
    candidate: candidate ?? readText('candidate', left.shift()!, io),
    dialect: named,
    ddl,
  };
}

async function judgeOne(judge: PairJudge, pair: PairRequest, flags: Flags, io: CliIo): Promise<PairCode> {
  const verdict = await judge.judge(pair);
  const colors = wantsColors(io, flags.color);
  io.stdout.write(
    flags.json === true
      ? `${toJson({ schemaVersion: 1, ...pairJson(verdict) })}\n`
      : `${describePair(verdict, pair.dialect, { colors, columns: columnsOf(io) })}\n`,
  );
  return codeOf(verdict.verdict.equivalence);
}

async function judgeMany(
  judge: PairJudge,
  file: string,
  defaults: { readonly dialect: string | null; readonly ddl: string | null },
  flags: Flags,
  io: CliIo,
): Promise<PairCode> {
  const path = resolve(io.folder, file);
  if (!existsSync(path)) throw usage('--pairs', `There is no file ${file}`, 'Name a JSONL file of pairs.');
  const counts = { equivalent: 0, different: 0, unknown: 0, invalid: 0 };
  for await (const { line, id, judged } of inOrder(
    readPairs(path, defaults),
    flags.jobs ?? 2,
    async (read) => ({
      line: read.line,
      id: read.id,
      judged: read.pair instanceof SqlassayError ? read.pair : await judgeSafely(judge, read.pair),
    }),
  )) {
    const place = { line, id };
    if (judged instanceof Error) {
      counts.invalid += 1;
      const { code, message } = { code: 'E_PAIR_INVALID', ...fieldsOf(judged) };
      if (flags.json === true) io.stdout.write(`${toJson({ ...place, error: { code, message } })}\n`);
      else io.stdout.write(`${nameOf(place)}: cannot be judged: ${message}\n`);
      continue;
    }
    counts[judged.verdict.equivalence] += 1;
    if (flags.json === true) io.stdout.write(`${toJson({ ...place, ...pairJson(judged) })}\n`);
    else
      io.stdout.write(
        `${nameOf(place)}: ${describePair(judged, null, { colors: false, columns: columnsOf(io) })}\n`,
      );
  }
  const total = counts.equivalent + counts.different + counts.unknown + counts.invalid;
  if (total === 0) throw usage('--pairs', `There is no pair in ${file}`, 'Write one JSON object a line.');
  const summary = `${total} pairs: ${counts.equivalent} equivalent, ${counts.different} different, ${counts.unknown} unknown`;
  const rest = counts.invalid === 0 ? '' : `, ${counts.invalid} that could not be judged`;
  (flags.json === true ? io.stderr : io.stdout).write(`${summary}${rest}\n`);
  if (counts.different > 0) return 1;
  return counts.unknown + counts.invalid > 0 ? 3 : 0;
}

/** A schema that is no SQL is the pair's own trouble. */
async function judgeSafely(judge: PairJudge, pair: PairRequest) {
  try {
    return await judge.judge(pair);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function fieldsOf(error: Error): { readonly code?: string; readonly message: string } {
  return error instanceof SqlassayError
    ? { code: error.code, message: error.message }
    : { message: error.message };
}

function nameOf({ line, id }: { readonly line: number; readonly id: string | number | null }): string {
  return id === null ? `line ${line}` : `${id}`;
}

function codeOf(equivalence: 'equivalent' | 'different' | 'unknown'): PairCode {
  return equivalence === 'equivalent' ? 0 : equivalence === 'different' ? 1 : 3;
}

function readText(flag: string, file: string, { folder }: CliIo): string {
  try {
    return readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw usage(flag, `The file ${file} cannot be read (${code})`, 'Name a file that is there.');
  }
}

async function openNamed(
  { datasource, suite = 'evals.yaml' }: Flags,
  io: CliIo,
  settings: Parameters<typeof openDatasource>[2],
): Promise<Platform | null> {
  if (datasource === undefined) return null;
  if (isAddress(datasource) && existsOrRemote(datasource, io))
    return openDatasource(datasource, io.folder, settings);
  const project = await openProject(suite, io);
  const { datasources, settings: own } = await loadProjectSuite(project);
  const [name = '', dbId] = datasource.split('/');
  const config = datasources[name];
  if (config === undefined)
    throw usage(
      '--datasource',
      `There is no file ${datasource}, and no datasource "${name}" in ${project.suiteFile}`,
      `Use one of ${Object.keys(datasources).join(', ')}.`,
    );
  return openDatasource(
    config,
    dirname(project.suiteFile),
    { ...settings, limits: own.limits, referenceDate: own.referenceDate },
    dbId,
  );
}

function existsOrRemote(datasource: string, { folder }: CliIo): boolean {
  return datasource.includes('://') || existsSync(resolve(folder, datasource));
}
