import { catalogFromDdl } from '../catalog/index.js';
import {
  closestReason,
  defaultEquivalenceChecks,
  openKeptWitnesses,
  runChecks,
  standInEngine,
  startScratch,
  WitnessSearch,
} from '../equivalence/index.js';
import { createScratch, type PlatformSettings } from '../platforms/index.js';
import { guardStatement } from '../sql/index.js';
import type { Catalog, Platform, Scratch, SemanticVerdict } from '../types/index.js';
import { ignoreLiterals } from './ignore-literals.js';
import type { PairRequest, PairVerdict } from './pair-request.js';

export interface PairJudgeOptions {
  readonly settings: PlatformSettings;
  /** The database the queries are for: its schema is taken where a pair brings none, and its rows are sampled. */
  readonly platform?: Platform;
  /** Folder of kept counterexamples; null keeps none. */
  readonly witnesses: string | null;
  /** Seconds for one pair. */
  readonly maxSeconds: number;
  /** Compare the queries as if all their values were the same. */
  readonly ignoresLiterals: boolean;
  readonly signal: AbortSignal;
}

/** Judges pairs of queries; pairs may be judged at the same time. */
export interface PairJudge {
  /**
   * Never rejects for anything the queries say.
   *
   * @throws E_DDL_INVALID for a schema that is no SQL, and what the database throws when its schema cannot be read
   */
  judge(request: PairRequest): Promise<PairVerdict>;
  close(): Promise<void>;
}

const checks = [...defaultEquivalenceChecks(), new WitnessSearch()];

export function openPairJudge(options: PairJudgeOptions): PairJudge {
  const scratches = new Map<string, Promise<Scratch>>();
  const catalogs = new Map<string, Catalog>();
  const kept = options.witnesses === null ? null : openKeptWitnesses(options.witnesses);
  let live: Promise<Catalog> | undefined;

  const catalogOf = async ({ ddl, dialect }: PairRequest): Promise<Catalog | undefined> => {
    if (ddl === null) {
      live ??= options.platform?.catalog(options.signal);
      return live;
    }
    const key = `${dialect}\n${ddl}`;
    const catalog = catalogs.get(key) ?? catalogFromDdl(ddl, dialect).catalog;
    catalogs.set(key, catalog);
    return catalog;
  };

  const scratchOf = async (dialect: string): Promise<Scratch | undefined> => {
    const engine = standInEngine(dialect);
    if (engine === null) return undefined;
    const scratch =
      scratches.get(engine) ?? startScratch(createScratch(engine, options.settings), options.signal);
    scratches.set(engine, scratch);
    return scratch;
  };

  return {
    async judge(request) {
      const catalog = await catalogOf(request);
      const engine = await scratchOf(request.dialect);
      // Starting the parser is on no pair's time.
      await guardStatement('SELECT 1', request.dialect).catch(() => {});
      const started = performance.now();
      const milliseconds = options.maxSeconds * 1000;
      const signal = AbortSignal.any([options.signal, AbortSignal.timeout(milliseconds)]);
      const sides = await readSides(request, signal);
      if ('equivalence' in sides) return { verdict: sides, verdicts: [sides], milliseconds: since(started) };
      const { dialect } = request;
      const text = (sql: string): string =>
        options.ignoresLiterals ? ignoreLiterals(sql, dialect, catalog) : sql;
      const scratch = sides.mayRun ? engine : undefined;
      const { decided, verdicts } = await runChecks(
        checks,
        { gold: text(sides.gold), candidate: text(sides.candidate), dialect },
        {
          ...(catalog === undefined ? {} : { catalog }),
          ...(scratch === undefined ? {} : { scratch }),
          ...(options.platform === undefined || !sides.mayRun ? {} : { platform: options.platform }),
          ...(kept === null ? {} : { kept }),
          signal: options.signal,
          budget: { milliseconds: Math.max(1, milliseconds - since(started)) },
        },
      );
      return { verdict: decided ?? closestReason(verdicts)!, verdicts, milliseconds: since(started) };
    },
    async close() {
      await Promise.all([...scratches.values()].map(async (scratch) => (await scratch).close()));
    },
  };
}

interface Sides {
  readonly gold: string;
  readonly candidate: string;
  /** False where the guard lets a query be read but not run. */
  readonly mayRun: boolean;
}

/** The one query in each text, or why there is none. */
async function readSides(
  { gold, candidate, dialect }: PairRequest,
  signal: AbortSignal,
): Promise<Sides | SemanticVerdict> {
  const texts: string[] = [];
  let mayRun = true;
  for (const [side, text] of [
    ['gold', gold],
    ['candidate', candidate],
  ] as const) {
    const guarded = await guardStatement(text, dialect, signal).catch(() => null);
    if (guarded === null) return unknown('budget', `the ${side} could not be read in time`);
    if (guarded.kind === 'query') texts.push(guarded.statement.sql);
    else if (guarded.code === 'too_large' || guarded.code === 'too_deep')
      return unknown('unsupported.size', `${side}: ${guarded.message}`);
    else if (guarded.code === 'function_not_allowed') {
      texts.push(text);
      mayRun = false;
    } else return unknown(`invalid-${side}`, guarded.message);
  }
  return { gold: texts[0]!, candidate: texts[1]!, mayRun };
}

function unknown(code: string, detail: string): SemanticVerdict {
  return { equivalence: 'unknown', method: 'text', code, detail };
}

function since(started: number): number {
  return performance.now() - started;
}
