import { dialectOf } from '../../dialects/index.js';
import type {
  Catalog,
  CheckContext,
  EquivalenceCheck,
  QueryPair,
  Scratch,
  SemanticVerdict,
  WitnessRealism,
} from '../../types/index.js';
import { printCell } from '../../values/index.js';
import { checkStability, type SearchPair, type Stability, withoutTies } from './check-stability.js';
import { compareResults, isHollow } from './compare-results.js';
import { confirmOnPlatform } from './confirm-on-platform.js';
import { type DatabaseSource, generatedSource, storedSources } from './database-sources.js';
import { findNeeds } from './find-needs.js';
import type { TestRows } from './legality.js';
import { isError, PairRunner, pairOf, SearchStopped } from './pair-runner.js';
import { outlineQuery, type QueryOutline } from './query-outline.js';
import { findRandomness, pinClock, readsClock } from './randomness.js';
import { realRowsSource, realValuesSource } from './real-sources.js';
import { sampleRows } from './sample-rows.js';
import { type ScratchEngine, scratchEngine } from './scratch-engine.js';
import { type SearchHints, searchHints } from './search-hints.js';
import { type SearchSchema, searchSchema } from './search-schema.js';
import { shrinkRows } from './shrink.js';
import type { StoredDatabase } from './stored-database.js';
import { insertStatements, witnessTables } from './test-database.js';
import { ordersRows, withRandomTies } from './tie-variants.js';
import { type UsedViews, usedViews } from './used-views.js';

export interface WitnessSearchOptions {
  /** Test databases; by default 400 on SQLite and 120 on DuckDB. */
  readonly databases?: number;
  /** Test databases at most, when nearly all results are empty; by default 2,000 and 400. */
  readonly mostDatabases?: number;
  /** Databases that told queries apart before; they are tried first. */
  readonly recall?: readonly StoredDatabase[];
}

const method = 'witness';
/** Text of no one engine may mean engines whose averages and quotients of integers are integers. */
const wholeAverages = new Set(['generic']);
/** Databases after which a search that ran out of time has seen something. */
const enoughDatabases = 100;
/** Differences of one message that are looked at. */
const mostLookedAt = 40;
/** Counterexamples that the target engine does not confirm before the search is given up. */
const mostNotConfirmed = 3;
const batchSizes = [6, 26, 52, 78];
/** Milliseconds that making a counterexample small may take. */
const shrinkMilliseconds = 1500;

/**
 * Looks for a small legal database on which two queries return different rows: `different` with the database, or
 * `unknown`. It executes both queries on each database in a scratch engine and never takes a difference that the order
 * of rows, ties, random functions or the clock could make.
 */
export class WitnessSearch implements EquivalenceCheck {
  readonly method = method;

  constructor(private readonly options: WitnessSearchOptions = {}) {}

  async judge(pair: QueryPair, context: CheckContext): Promise<SemanticVerdict> {
    const { catalog, scratch } = context;
    if (pair.gold.trim() === pair.candidate.trim())
      return unknown('not-refuted', 'The two texts are the same.');
    if (scratch === undefined)
      return unknown('unsupported.scratch', 'There is no engine to try databases in.');
    const engine = scratchEngine(scratch.dialect);
    if (engine === undefined)
      return unknown('unsupported.scratch', `Databases of ${scratch.dialect} cannot be made.`);
    if (catalog === undefined)
      return unknown('unsupported.schema', 'The tables of the queries are not known.');
    try {
      return await new Search(pair, context, catalog, scratch, engine, this.options).run();
    } catch (error) {
      if (error instanceof SearchStopped)
        return unknown('budget', `The search ended early: ${error.message}`);
      return unknown('unsupported.failure', error instanceof Error ? error.message : String(error));
    }
  }
}

function unknown(code: string, detail: string): SemanticVerdict {
  return { equivalence: 'unknown', method, code, detail };
}

/** One search, from the texts to the verdict. */
class Search {
  readonly #outlines: readonly QueryOutline[];
  readonly #views: UsedViews;
  readonly #schema: SearchSchema;
  readonly #hints: SearchHints;
  readonly #runner: PairRunner;
  readonly #isNative: boolean;
  #engineName = '';
  #tried = 0;
  #hollow = 0;
  #failed = 0;
  #unstable = 0;
  #notConfirmed = 0;

  constructor(
    private readonly pair: QueryPair,
    private readonly context: CheckContext,
    private readonly catalog: Catalog,
    scratch: Scratch,
    private readonly engine: ScratchEngine,
    private readonly options: WitnessSearchOptions,
  ) {
    this.#isNative = dialectOf(pair.dialect).name === engine.dialect;
    this.#outlines = [pair.gold, pair.candidate].map((sql) => outlineQuery(sql, pair.dialect, catalog));
    const all = this.#outlines.some((outline) => outline.takesAllColumns);
    this.#views = usedViews(catalog, this.#outlines, pair.dialect);
    const outlines = [...this.#outlines, ...this.#views.outlines];
    const words = new Set(outlines.flatMap((outline) => [...outline.words]));
    this.#schema = searchSchema(
      catalog,
      (table) => outlines.some((outline) => outline.tables.has(table.name.toLowerCase())),
      (_, column) => all || outlines.length > 2 || words.has(column.toLowerCase()),
    );
    this.#hints = searchHints(this.#schema, outlines, engine.strictTypes, pair.dialect);
    this.#runner = new PairRunner(
      scratch,
      engine,
      this.#schema,
      this.#views.statements,
      context.signal,
      performance.now() + context.budget.milliseconds,
    );
  }

  async run(): Promise<SemanticVerdict> {
    const refused = this.#unsupported();
    if (refused !== null) return refused;
    const written = this.#searchPair(this.pair.gold, this.pair.candidate);
    const pairs = this.#pairs(written);
    const invalid = await this.#prepare(pairs ?? [written]);
    if (invalid !== null) return invalid;
    if (pairs === null)
      return unknown('unsupported.clock', 'A query reads the clock in a way that cannot be held still.');
    try {
      for await (const source of this.#sources()) {
        const verdict = await this.#try(source, pairs);
        if (verdict !== null) return verdict;
      }
    } catch (error) {
      // With the time used up on databases that all agreed, their number says more than that it ended.
      if (!(error instanceof SearchStopped) || this.#tried < enoughDatabases) throw error;
    }
    return this.#nothingFound();
  }

  #unsupported(): SemanticVerdict | null {
    for (const sql of [this.pair.gold, this.pair.candidate]) {
      const random = findRandomness(sql, this.pair.dialect);
      if (random !== null) return unknown('unsupported.random', `${random} gives another result each time.`);
    }
    const columns = new Set(
      this.catalog.tables.flatMap((table) => table.columns.map(({ name }) => name.toLowerCase())),
    );
    const address = this.engine.rowAddresses.find(
      (name) => !columns.has(name) && this.#outlines.some((outline) => outline.words.has(name)),
    );
    if (address !== undefined)
      return unknown('unsupported.rowid', `${address} tells where a row is stored, not what it says.`);
    if (this.#views.unknown !== null)
      return unknown('unsupported.view', `The query of the view ${this.#views.unknown} is not known.`);
    const elsewhere = this.#schema.find(({ declared }) => declared.schema !== undefined);
    if (elsewhere !== undefined && !this.engine.hasSchemas)
      return unknown(
        'unsupported.schema',
        `${elsewhere.name} is in a schema, which ${this.engine.dialect} has not.`,
      );
    return null;
  }

  /** The queries as they are searched with; where they read the clock also as written, to confirm what is found. */
  #pairs(written: SearchPair): readonly SearchPair[] | null {
    const { gold, candidate, dialect } = this.pair;
    if (!readsClock(gold, dialect) && !readsClock(candidate, dialect)) return [written];
    const [goldPinned, candidatePinned] = [
      pinClock(gold, dialect, this.engine.strictTypes),
      pinClock(candidate, dialect, this.engine.strictTypes),
    ];
    if (goldPinned === null || candidatePinned === null) return null;
    return [this.#searchPair(goldPinned, candidatePinned), written];
  }

  #searchPair(gold: string, candidate: string): SearchPair {
    const { dialect } = this.pair;
    return {
      gold,
      candidate,
      goldTies: withRandomTies(gold, dialect, this.engine.randomNumber),
      candidateTies: withRandomTies(candidate, dialect, this.engine.randomNumber),
      ordered: ordersRows(gold, dialect) && ordersRows(candidate, dialect),
      whole: wholeAverages.has(dialectOf(dialect).name),
    };
  }

  /** Both queries on empty tables: what fails there fails everywhere. */
  async #prepare(pairs: readonly SearchPair[]): Promise<SemanticVerdict | null> {
    const [outcome] = await this.#runner.run([
      {
        rows: this.#schema.map(() => []),
        form: 'full',
        queries: [
          this.pair.gold,
          this.pair.candidate,
          pairs[0]!.gold,
          pairs[0]!.candidate,
          this.engine.versionQuery,
        ],
      },
    ]);
    if (outcome!.setupError !== null)
      return unknown('unsupported.schema', `The tables cannot be made: ${outcome!.setupError}`);
    const version = outcome!.results[4];
    if (version !== undefined && !isError(version))
      this.#engineName = `${this.engine.dialect} ${printCell(version.rows[0]?.[0] ?? '')}`;
    for (const [at, side] of ['gold', 'candidate', 'pinned', 'pinned'].entries()) {
      const result = outcome!.results[at];
      if (result === undefined || !isError(result)) continue;
      if (!this.#isNative) return unknown('unsupported.engine', `${this.engine.dialect}: ${result.message}`);
      if (side === 'pinned') return unknown('unsupported.clock', result.message);
      if (result.code !== 'runtime') return unknown(`invalid-${side}`, result.message);
    }
    return null;
  }

  async *#sources(): AsyncGenerator<DatabaseSource> {
    const seed = `${this.pair.gold}\n${this.pair.candidate}`;
    const options = {
      hasBooleans: this.engine.hasBooleans,
      strictTypes: this.engine.strictTypes,
    };
    if (this.options.recall !== undefined && this.options.recall.length > 0)
      yield* storedSources(this.#schema, this.options.recall);
    if (this.context.platform !== undefined) {
      const sampled = await sampleRows(this.#schema, this.#hints, this.context.platform, {
        signal: this.context.signal,
        milliseconds: this.#runner.left / 3,
      });
      yield realRowsSource(this.#schema, this.#hints, sampled, seed);
      yield realValuesSource(this.#schema, this.#hints, sampled, seed, options);
    }
    yield generatedSource(this.#schema, this.#hints, seed, options, {
      databases: this.options.databases ?? this.engine.databases,
      most: this.options.mostDatabases ?? Math.max(this.engine.mostDatabases, this.options.databases ?? 0),
    });
  }

  async #try(source: DatabaseSource, pairs: readonly SearchPair[]): Promise<SemanticVerdict | null> {
    const [pair] = pairs as [SearchPair];
    let tried = 0;
    for (let batch = 0; ; batch++) {
      const isVacuous = this.#tried > 0 && this.#hollow > this.#tried * 0.95;
      // Where ties hide what may be a difference, more databases may have one without ties.
      const more = this.#unstable > 0 ? Math.min(source.databases * 2, source.most) : source.databases;
      const limit = isVacuous ? source.most : more;
      const size = Math.min(batchSizes[Math.min(batch, batchSizes.length - 1)]!, limit - tried);
      if (size <= 0) return null;
      const databases: TestRows[] = [];
      while (databases.length < size) {
        const rows = source.next(tried + databases.length);
        if (rows === null) break;
        databases.push(rows);
      }
      if (databases.length === 0) return null;
      tried += size;
      const outcomes = await this.#runner.run(
        databases.map((rows) => ({ rows, form: 'plain', queries: [pair.gold, pair.candidate] })),
      );
      const found: TestRows[] = [];
      outcomes.forEach((outcome, at) => {
        const results = pairOf(outcome);
        if (results === null) {
          this.#failed++;
          return;
        }
        this.#tried++;
        if (isHollow(results[0]) && isHollow(results[1])) this.#hollow++;
        const difference = compareResults(results[0], results[1], pair.ordered, pair.whole);
        if (difference === 'rows' || difference === 'order') found.push(databases[at]!);
      });
      const likely = await withoutTies(this.#runner, pair, found.slice(0, mostLookedAt));
      this.#unstable += found.length - likely.length;
      for (const rows of [...likely]
        .sort((a, b) => burden(this.#schema, a) - burden(this.#schema, b))
        .slice(0, 4)) {
        const verdict = await this.#accept(rows, source.realism, pairs);
        if (verdict !== null) return verdict;
        if (this.#notConfirmed >= mostNotConfirmed) return this.#nothingFound();
      }
    }
  }

  /** The verdict for a database on which results differ; null when the difference is not to be relied on. */
  async #accept(
    found: TestRows,
    realism: WitnessRealism,
    pairs: readonly SearchPair[],
  ): Promise<SemanticVerdict | null> {
    const [pair] = pairs as [SearchPair];
    if (!(await checkStability(this.#runner, pair, found, false)).stable) {
      this.#unstable++;
      return null;
    }
    const until = performance.now() + Math.min(shrinkMilliseconds, this.#runner.left / 2);
    const shrunk = await shrinkRows(this.#runner, pair, this.#hints, found, realism, until);
    for (const rows of shrunk === found ? [found] : [shrunk, found]) {
      const stability = await this.#isReliable(rows, pairs);
      if (stability === null) continue;
      const { needs, rows: last } = await findNeeds(
        this.#runner,
        pair,
        this.#hints,
        rows,
        stability,
        realism,
      );
      const final = last === rows ? stability : await this.#isReliable(last, pairs);
      return this.#different(final === null ? rows : last, final ?? stability, realism, needs);
    }
    this.#unstable++;
    return null;
  }

  async #isReliable(rows: TestRows, pairs: readonly SearchPair[]): Promise<Stability | null> {
    let last: Stability | null = null;
    for (const pair of pairs) {
      last = await checkStability(this.#runner, pair, rows, true);
      if (!last.stable || last.results === null) return null;
    }
    return last;
  }

  async #different(
    rows: TestRows,
    stability: Stability,
    realism: WitnessRealism,
    needs: Awaited<ReturnType<typeof findNeeds>>['needs'],
  ): Promise<SemanticVerdict | null> {
    const [gold, candidate] = stability.results!;
    const confirmed = this.#isNative
      ? null
      : await confirmOnPlatform(this.pair, this.#schema, rows, this.context, this.#runner.left);
    if (confirmed?.outcome === 'same') {
      this.#notConfirmed++;
      return null;
    }
    const onTarget = confirmed?.outcome === 'different' ? confirmed : null;
    return {
      equivalence: 'different',
      method,
      witness: {
        ddl: [...this.#runner.ddl('full')],
        inserts: insertStatements(this.#schema, rows, this.engine),
        tables: witnessTables(this.#schema, rows),
        goldColumns: (onTarget?.gold ?? gold).columns,
        goldRows: (onTarget?.gold ?? gold).rows,
        candidateColumns: (onTarget?.candidate ?? candidate).columns,
        candidateRows: (onTarget?.candidate ?? candidate).rows,
        engine: onTarget?.engine ?? this.#engineName,
        confirmedOnTarget: this.#isNative || onTarget !== null,
        realism,
        needs,
        stable: true,
      },
    };
  }

  #nothingFound(): SemanticVerdict {
    const share = this.#tried === 0 ? 1 : this.#hollow / this.#tried;
    const coverage = `${this.#tried} databases tried, ${this.#tried - this.#hollow} with rows in a result`;
    const failures = this.#failed === 0 ? '' : `, ${this.#failed} more on which a query failed`;
    if (this.#notConfirmed > 0)
      return unknown(
        'not-refuted',
        `A difference was not seen on the target engine (${coverage}${failures}).`,
      );
    if (this.#unstable > 0)
      return unknown('ties', `The results differ only as rows of equal rank fall (${coverage}${failures}).`);
    return share > 0.95
      ? unknown('vacuous', `Nearly all results were empty: ${coverage}${failures}.`)
      : unknown('not-refuted', `No difference: ${coverage}${failures}.`);
  }
}

/** How hard a database is to believe: rows, NULLs and empty tables. */
function burden(schema: SearchSchema, rows: TestRows): number {
  let sum = 0;
  schema.forEach((table, at) => {
    if (table.used && rows[at]!.length === 0) sum += 100;
    for (const row of rows[at]!)
      sum += 1 + table.columns.filter((column, index) => column.mentioned && row[index] === null).length * 20;
  });
  return sum;
}
