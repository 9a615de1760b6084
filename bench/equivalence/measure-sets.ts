import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogFromDdl } from '../../src/catalog/index.js';
import { ignoreLiterals } from '../../src/pairs/ignore-literals.js';
import { createScratch } from '../../src/platforms/index.js';
import { closeParser } from '../../src/sql/index.js';
import type { Catalog } from '../../src/types/index.js';
import { scratchSettings } from './judge-assignment.js';
import type { Assignment } from './judgement.js';
import { listSets, readSet, type SetPair } from './pair-set.js';
import { printTallies } from './print-tallies.js';
import { type Recheck, recheckCounterexamples, sampleEvenly } from './recheck.js';
import { categoryOf, isBoth, isProvenAgainstLabel, type JudgedPair, type Tally, tallySet } from './tally.js';
import { WorkerPool } from './worker-pool.js';

export interface MeasureOptions {
  readonly folder: string;
  /** Names of sets; all of the folder when empty. */
  readonly only: readonly string[];
  readonly json: boolean;
  readonly jobs: number;
  /** Time for a pair. */
  readonly milliseconds: number;
  /** A file that gets one line a pair. */
  readonly details: string | null;
  /** How many counterexamples to execute again. */
  readonly counterexamples: number;
}

/** Prints one line a set as soon as it is judged. Gives the exit code: 1 when something is wrong with a set or a verdict. */
export async function measureSets(options: MeasureOptions): Promise<number> {
  const { folder, only, json, details } = options;
  if (!existsSync(folder)) return complain(`${folder}: there is no such folder`, 2);
  const names = listSets(folder);
  const missing = only.find((name) => !names.includes(name.replace(/\.jsonl$/, '')));
  if (missing !== undefined)
    return complain(`${folder} has no set "${missing}"; it has ${names.join(', ') || 'none'}`, 2);
  if (names.length === 0) return complain(`${folder} has no set: no file ends in .jsonl`, 2);
  if (details !== null) writeFileSync(details, '');
  const chosen = only.length === 0 ? names : only.map((name) => name.replace(/\.jsonl$/, ''));
  const pool = new WorkerPool(options.jobs);
  const schemas = new SchemaFiles(folder);
  const tallies: Tally[] = [];
  const rechecks: { engine: string; check: Recheck }[] = [];
  let code = 0;
  try {
    for (const name of chosen) {
      const start = performance.now();
      const { pairs, problems } = readSet(folder, name);
      const judged: JudgedPair[] = [];
      const judging = pairs.map(async (pair, number) => {
        const assignment = assignmentOf(pair, number, schemas, options.milliseconds);
        if (typeof assignment === 'string') {
          code = complain(`${name}.jsonl: ${pair.id}: ${assignment}`, 1);
          return;
        }
        const judgement = await pool.judge(assignment);
        judged[number] = { pair, judgement };
        if (judgement.found !== null)
          rechecks.push({
            engine: judgement.found.engine.split(' ')[0]!,
            check: {
              ...judgement.found,
              id: pair.id,
              gold: assignment.gold,
              candidate: assignment.candidate,
            },
          });
      });
      await Promise.all(judging);
      for (const problem of problems) code = complain(problem, 1);
      const finished = judged.filter((one) => one !== undefined);
      const tally = tallySet(name, finished);
      tallies.push(tally);
      if (json) process.stdout.write(`${JSON.stringify(tally)}\n`);
      for (const one of finished.filter(({ judgement }) => isBoth(judgement)))
        code = complain(`${name}: ${one.pair.id} is both proven and refuted`, 1);
      for (const one of finished.filter(isProvenAgainstLabel))
        code = complain(`${name}: ${one.pair.id} is labelled inequivalent and proven`, 1);
      report(name, finished, (performance.now() - start) / 1000);
      if (details !== null) writeDetails(details, name, finished);
    }
  } finally {
    pool.close();
  }
  if (!json) process.stdout.write(printTallies(tallies));
  if (options.counterexamples > 0) code = Math.max(code, await recheck(rechecks, options));
  await closeParser();
  return code;
}

/** The texts of schema files, and the catalogues of those whose pairs are judged up to their values. */
class SchemaFiles {
  readonly #texts = new Map<string, string | null>();
  readonly #catalogs = new Map<string, Catalog>();

  constructor(private readonly folder: string) {}

  text(path: string): string | null {
    if (!this.#texts.has(path)) {
      const file = join(this.folder, path);
      this.#texts.set(path, existsSync(file) ? readFileSync(file, 'utf8') : null);
    }
    return this.#texts.get(path)!;
  }

  /** @throws E_DDL_INVALID */
  catalog(path: string, dialect: string): Catalog {
    const key = `${dialect} ${path}`;
    const known = this.#catalogs.get(key) ?? catalogFromDdl(this.text(path) ?? '', dialect).catalog;
    this.#catalogs.set(key, known);
    return known;
  }
}

/** A string says what keeps the pair from being judged. */
function assignmentOf(
  pair: SetPair,
  number: number,
  schemas: SchemaFiles,
  milliseconds: number,
): Assignment | string {
  const { dialect, schema } = pair;
  const ddl = schemas.text(schema);
  if (ddl === null) return `there is no schema file ${schema}`;
  try {
    const catalog = schemas.catalog(schema, dialect);
    // Its candidates have no values in them, only something in their place.
    const upToValues = pair.label === 'equivalent_on_test_suite';
    const text = (sql: string): string => (upToValues ? ignoreLiterals(sql, dialect, catalog) : sql);
    return { number, dialect, ddl, gold: text(pair.gold), candidate: text(pair.candidate), milliseconds };
  } catch (error) {
    return `${schema}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function report(name: string, judged: readonly JudgedPair[], seconds: number): void {
  const attacks = judged.filter(({ judgement }) => judgement.outcome === 'proven');
  const attack = attacks.reduce((sum, { judgement }) => sum + judgement.attackMilliseconds, 0);
  process.stderr.write(
    `${name}: ${seconds.toFixed(1)} s; ${attacks.length} proofs were attacked, ${(attack / Math.max(1, attacks.length)).toFixed(1)} ms each\n`,
  );
}

function writeDetails(file: string, set: string, judged: readonly JudgedPair[]): void {
  for (const { pair, judgement } of judged) {
    const { id, label, reference, gold, candidate } = pair;
    const line = {
      set,
      id,
      label,
      reference,
      category: categoryOf(judgement),
      ...judgement,
      gold,
      candidate,
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}

async function recheck(
  all: readonly { readonly engine: string; readonly check: Recheck }[],
  { counterexamples, json }: MeasureOptions,
): Promise<number> {
  const sample = sampleEvenly(all, counterexamples);
  const failed: { id: string; why: string }[] = [];
  for (const engine of ['sqlite', 'duckdb'] as const) {
    const scratch = createScratch(engine, scratchSettings);
    const mine = sample.filter((one) => one.engine === engine).map(({ check }) => check);
    failed.push(...(await recheckCounterexamples(mine, scratch)));
    await scratch.close();
  }
  const said = { counterexamples: all.length, executed_again: sample.length, not_different: failed.length };
  process.stdout.write(
    json
      ? `${JSON.stringify(said)}\n`
      : `${sample.length} of ${all.length} counterexamples were executed again; ${failed.length} did not differ\n`,
  );
  for (const { id, why } of failed) complain(`${id}: executed again, ${why}`, 1);
  return failed.length > 0 ? 1 : 0;
}

function complain<T extends number>(problem: string, code: T): T {
  process.stderr.write(`${problem}\n`);
  return code;
}
