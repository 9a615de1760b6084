import { catalogFromDdl } from '../../src/catalog/index.js';
import {
  AstEquivalence,
  PlanEquivalence,
  TextEquivalence,
  WitnessSearch,
} from '../../src/equivalence/index.js';
import { createScratch, type PlatformSettings } from '../../src/platforms/index.js';
import { spelledTokens } from '../../src/tokenizer/index.js';
import type { Catalog, CheckContext, Scratch, SemanticVerdict } from '../../src/types/index.js';
import type { Assignment, FoundDatabase, Judgement } from './judgement.js';

export const scratchSettings: PlatformSettings = {
  limits: { rows: 100_000, bytes: 256_000_000, memoryBytes: 1_000_000_000 },
  concurrency: { cases: 1, sessions: 1, children: 2, modelCalls: 1 },
};

const proofs = [new TextEquivalence(), new AstEquivalence(), new PlanEquivalence()];
const search = new WitnessSearch();
const catalogs = new Map<string, Catalog>();
const scratches = new Map<'sqlite' | 'duckdb', Scratch>();

/** Judges a pair as a user's run would, from the cheapest check to the dearest; proven pairs are then attacked. */
export async function judgeAssignment(assignment: Assignment): Promise<Judgement> {
  const { gold, candidate, dialect, milliseconds } = assignment;
  const catalog = catalogOf(assignment);
  const scratch = scratchOf(dialect === 'sqlite' ? 'sqlite' : 'duckdb');
  const pair = { gold, candidate, dialect };
  const start = performance.now();
  const context = (since: number): CheckContext => ({
    catalog,
    scratch,
    signal: new AbortController().signal,
    budget: { milliseconds: Math.max(1, milliseconds - (performance.now() - since)) },
  });
  const said: SemanticVerdict[] = [];
  for (const check of [...proofs, search]) {
    const verdict = await check.judge(pair, context(start));
    said.push(verdict);
    if (verdict.equivalence !== 'unknown') break;
  }
  const taken = performance.now() - start;
  const last = said.at(-1)!;
  const base = {
    identical: isSameText(gold, candidate, dialect),
    method: last.method,
    code: null,
    detail: '',
    trace: [],
    uses: [],
    found: null,
    milliseconds: taken,
    attackMilliseconds: 0,
  };
  if (last.equivalence === 'different') return { ...base, outcome: 'refuted', found: databaseOf(last) };
  if (last.equivalence === 'unknown') return { ...base, outcome: 'unknown', ...reasonOf(said) };
  const attack = performance.now();
  const attacked = await search.judge(pair, context(attack));
  return {
    ...base,
    outcome: 'proven',
    trace: last.trace,
    uses: last.uses,
    found: attacked.equivalence === 'different' ? databaseOf(attacked) : null,
    attackMilliseconds: performance.now() - attack,
  };
}

/**
 * Of several checks that know nothing, the one that knows most of why: a query that is invalid, ties, what is not supported
 * in a proof, else what the search came to.
 */
function reasonOf(said: readonly SemanticVerdict[]): { code: string; detail: string } {
  const unknown = said.flatMap((one) => (one.equivalence === 'unknown' ? [one] : []));
  const plan = unknown.find(({ method }) => method === 'plan')!;
  const last = unknown.at(-1)!;
  const decides = last.code.startsWith('invalid-') || last.code === 'ties';
  const isOpen = plan.code === 'not-proven' || plan.code === 'order';
  const { code, detail } = decides || isOpen ? last : plan;
  return { code, detail };
}

function databaseOf(verdict: SemanticVerdict & { equivalence: 'different' }): FoundDatabase {
  const { ddl, inserts, engine, realism, needs } = verdict.witness;
  return { ddl, inserts, engine, realism, needs };
}

function isSameText(gold: string, candidate: string, dialect: string): boolean {
  const [one, other] = [gold, candidate].map((sql) => {
    const words = spelledTokens(sql, dialect).map(({ kind, value }) =>
      kind === 'name' ? value.toLowerCase() : value,
    );
    while (words.at(-1) === ';') words.pop();
    return JSON.stringify(words);
  });
  return one === other;
}

function catalogOf({ ddl, dialect }: Assignment): Catalog {
  const key = `${dialect}\n${ddl}`;
  const known = catalogs.get(key);
  if (known !== undefined) return known;
  const { catalog } = catalogFromDdl(ddl, dialect);
  catalogs.set(key, catalog);
  return catalog;
}

/** SQLite is judged in SQLite; any other dialect in DuckDB, whose types are the stricter ones. */
function scratchOf(engine: 'sqlite' | 'duckdb'): Scratch {
  const known = scratches.get(engine);
  if (known !== undefined) return known;
  const scratch = createScratch(engine, scratchSettings);
  scratches.set(engine, scratch);
  return scratch;
}

export async function closeScratches(): Promise<void> {
  for (const scratch of scratches.values()) await scratch.close();
}
