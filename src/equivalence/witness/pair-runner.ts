import type { ExecutionError, ResultSet, Scratch, ScratchResult } from '../../types/index.js';
import { reorderResult } from './align-columns.js';
import type { TestRows } from './legality.js';
import type { ScratchEngine } from './scratch-engine.js';
import type { SearchSchema } from './search-schema.js';
import { createStatements, type DdlForm, insertStatements } from './test-database.js';

/** A test database, and how it is to be set up. */
export interface Trial {
  readonly rows: TestRows;
  readonly form: DdlForm;
  /** Statements before the tables are made. */
  readonly settings?: readonly string[];
  /** Queries to run. */
  readonly queries: readonly string[];
}

export interface TrialOutcome {
  readonly setupError: string | null;
  readonly results: readonly ScratchResult[];
}

/** Thrown inside a search when its time is up or an engine gave up on a query; never leaves the room. */
export class SearchStopped extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

const mostRows = 2000;
const mostBytes = 4_000_000;
/** Small databases take milliseconds; a query that takes longer than this on one is hostile. */
const mostMilliseconds = 3000;

/** Runs queries on test databases until its time is up. */
export class PairRunner {
  readonly #ddl = new Map<DdlForm, string[]>();
  #reordered: ReadonlySet<string> = new Set();
  #places: readonly number[] = [];

  constructor(
    private readonly scratch: Scratch,
    readonly engine: ScratchEngine,
    readonly schema: SearchSchema,
    private readonly views: readonly string[],
    private readonly signal: AbortSignal,
    private readonly deadline: number,
  ) {}

  /** Milliseconds left. */
  get left(): number {
    return this.deadline - performance.now();
  }

  /** Results of these queries are read with their columns in another order from now on. */
  reorder(queries: readonly string[], places: readonly number[]): void {
    this.#reordered = new Set(queries);
    this.#places = places;
  }

  /** Tables and then rows where the tables are to be made anew only for another schema, else one script. */
  setup(trial: Omit<Trial, 'queries'>): string[] {
    const { opening, closing } = this.engine.transaction;
    if (this.engine.keepsTables && trial.form === 'plain' && (trial.settings ?? []).length === 0) {
      const rows = insertStatements(this.schema, trial.rows, this.engine);
      return [this.ddl('plain').join(';\n'), rows.join(';\n')];
    }
    const script = [
      ...(trial.settings ?? []),
      ...opening,
      ...this.ddl(trial.form),
      ...insertStatements(this.schema, trial.rows, this.engine),
      ...closing,
    ];
    return [script.join(';\n')];
  }

  ddl(form: DdlForm): readonly string[] {
    let ddl = this.#ddl.get(form);
    if (ddl === undefined) {
      ddl = [...createStatements(this.schema, this.engine, form), ...this.views];
      this.#ddl.set(form, ddl);
    }
    return ddl;
  }

  /** All trials in one message. Throws `SearchStopped` when there is no time for them. */
  async run(trials: readonly Trial[]): Promise<readonly TrialOutcome[]> {
    if (trials.length === 0) return [];
    const timeoutMs = Math.min(this.left, mostMilliseconds);
    if (this.signal.aborted) throw new SearchStopped('the search was cancelled');
    if (timeoutMs < 1) throw new SearchStopped('no time was left');
    const outcomes = await this.scratch.runMany(
      trials.map((trial) => ({ setup: this.setup(trial), queries: trial.queries })),
      { timeoutMs, maxRows: mostRows, maxBytes: mostBytes, signal: this.signal },
    );
    const stopped = outcomes.flatMap(({ results }) => results).find(isStop);
    if (stopped !== undefined) throw new SearchStopped(stopped.message);
    if (this.#reordered.size === 0) return outcomes;
    return outcomes.map(({ setupError, results }, at) => ({
      setupError,
      results: results.map((result, index) =>
        this.#reordered.has(trials[at]!.queries[index]!) ? reorderResult(result, this.#places) : result,
      ),
    }));
  }
}

export function isError(result: ScratchResult): result is ExecutionError {
  return 'kind' in result && result.kind === 'error';
}

/** The results of a query pair, or null when one of them has none. */
export function pairOf(outcome: TrialOutcome): readonly [ResultSet, ResultSet] | null {
  const [gold, candidate] = outcome.results;
  if (outcome.setupError !== null || gold === undefined || candidate === undefined) return null;
  if (isError(gold) || isError(candidate)) return null;
  if (gold.truncated != null || candidate.truncated != null) return null;
  return [gold, candidate];
}

function isStop(result: ScratchResult): result is ExecutionError {
  return (
    isError(result) &&
    ['timeout', 'memory', 'engine_crash', 'budget_exceeded', 'cancelled', 'connection'].includes(result.code)
  );
}
