import { dialectOf } from '../../dialects/index.js';
import type {
  Catalog,
  CheckContext,
  QueryPair,
  Scratch,
  Witness,
  WitnessNeed,
  WitnessRealism,
} from '../../types/index.js';
import { printCell } from '../../values/index.js';
import { columnsByName } from './align-columns.js';
import { checkStability, type SearchPair, type Stability, withoutTies } from './check-stability.js';
import { compareResults, isHollow } from './compare-results.js';
import { confirmOnPlatform } from './confirm-on-platform.js';
import { type DatabaseSource, generatedSource, storedSources } from './database-sources.js';
import { findNeeds } from './find-needs.js';
import type { TestRows } from './legality.js';
import { isError, PairRunner, pairOf, SearchStopped } from './pair-runner.js';
import { outlineQuery, type QueryOutline } from './query-outline.js';
import { realRowsSource, realValuesSource } from './real-sources.js';
import { sampleRows } from './sample-rows.js';
import type { ScratchEngine } from './scratch-engine.js';
import { spelledFor } from './scratch-spelling.js';
import { SearchCoverage } from './search-coverage.js';
import { type SearchHints, searchHints } from './search-hints.js';
import { type SearchSchema, searchSchema } from './search-schema.js';
import { queriesToSearch, searchedQueries } from './searched-queries.js';
import { shrinkRows } from './shrink.js';
import { tablesMeant } from './tables-meant.js';
import { insertStatements, witnessTables } from './test-database.js';
import { type UsedViews, usedViews } from './used-views.js';
import { whatIsUnsupported } from './what-is-unsupported.js';
import type { WitnessSearchOptions } from './witness-search.js';

/** What came of a search. */
export type SearchOutcome =
  | { readonly kind: 'different'; readonly witness: Witness }
  | { readonly kind: 'unknown'; readonly code: string; readonly detail: string };

/** Databases after which a search that ran out of time has seen something. */
const enoughDatabases = 100;
/** Differences of one message that are looked at. */
const mostLookedAt = 40;
/** Counterexamples that the target engine does not confirm before the search is given up. */
const mostNotConfirmed = 3;
/** Kept databases that are tried on one pair. */
const mostRecalled = 60;
const batchSizes = [6, 26, 52, 78];
/** Milliseconds that making a counterexample small may take. */
const shrinkMilliseconds = 1500;

/** One search, from the texts to what was found. */
export class PairSearch {
  readonly #catalog: Catalog;
  readonly #outlines: readonly QueryOutline[];
  readonly #views: UsedViews;
  readonly #schema: SearchSchema;
  readonly #hints: SearchHints;
  readonly #runner: PairRunner;
  readonly #isNative: boolean;
  readonly #coverage = new SearchCoverage();
  /** As the scratch engine reads it. */
  readonly #pair: QueryPair;
  #engineName = '';

  constructor(
    private readonly written: QueryPair,
    private readonly context: CheckContext,
    catalog: Catalog,
    scratch: Scratch,
    private readonly engine: ScratchEngine,
    private readonly options: WitnessSearchOptions,
  ) {
    const pair = spelledFor(engine.dialect, written);
    this.#pair = pair;
    this.#isNative = dialectOf(pair.dialect).name === engine.dialect;
    this.#catalog = tablesMeant(catalog, [pair.gold, pair.candidate], pair.dialect);
    this.#outlines = [pair.gold, pair.candidate].map((sql) => outlineQuery(sql, pair.dialect, this.#catalog));
    const all = this.#outlines.some((outline) => outline.takesAllColumns);
    this.#views = usedViews(this.#catalog, this.#outlines, pair.dialect);
    const outlines = [...this.#outlines, ...this.#views.outlines];
    const words = new Set(outlines.flatMap((outline) => [...outline.words]));
    this.#schema = searchSchema(
      this.#catalog,
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

  async run(): Promise<SearchOutcome> {
    const refused = whatIsUnsupported({
      pair: this.#pair,
      catalog: this.#catalog,
      schema: this.#schema,
      outlines: this.#outlines,
      views: this.#views,
      engine: this.engine,
    });
    if (refused !== null) return unknown(refused.code, refused.detail);
    const { gold, candidate } = this.#pair;
    const pairs = queriesToSearch(this.#pair, this.engine);
    const invalid = await this.#prepare(pairs ?? [searchedQueries(this.#pair, gold, candidate, this.engine)]);
    if (invalid !== null) return invalid;
    if (pairs === null)
      return unknown('unsupported.clock', 'A query reads the clock in a way that cannot be held still.');
    try {
      for await (const source of this.#sources()) {
        const outcome = await this.#try(source, pairs);
        if (outcome !== null) return outcome;
      }
    } catch (error) {
      // With the time used up on databases that all agreed, their number says more than that it ended.
      if (!(error instanceof SearchStopped) || this.#coverage.tried < enoughDatabases) throw error;
    }
    return this.#nothingFound();
  }

  /** Both queries on empty tables: what fails there fails everywhere. */
  async #prepare(pairs: readonly SearchPair[]): Promise<SearchOutcome | null> {
    const [first] = pairs as [SearchPair];
    const { gold, candidate } = this.#pair;
    const queries = [gold, candidate, first.gold, first.candidate, this.engine.versionQuery];
    const [outcome] = await this.#runner.run([{ rows: this.#schema.map(() => []), form: 'full', queries }]);
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
    const results = pairOf(outcome!);
    if (this.#pair.columns === 'names' && results !== null) {
      const places = columnsByName(results[0].columns, results[1].columns);
      const candidates = pairs.flatMap((pair) => [pair.candidate, pair.candidateTies ?? pair.candidate]);
      if (places !== null) this.#runner.reorder([...candidates, candidate], places);
    }
    return null;
  }

  async *#sources(): AsyncGenerator<DatabaseSource> {
    const seed = `${this.#pair.gold}\n${this.#pair.candidate}`;
    const { hasBooleans, strictTypes, databases, mostDatabases } = this.engine;
    const options = { hasBooleans, strictTypes };
    yield* storedSources(this.#schema, (this.options.recall ?? []).slice(0, mostRecalled));
    if (this.context.platform !== undefined) {
      const sampled = await sampleRows(this.#schema, this.#hints, this.context.platform, {
        signal: this.context.signal,
        milliseconds: this.#runner.left / 3,
      });
      yield realRowsSource(this.#schema, this.#hints, sampled, seed);
      yield realValuesSource(this.#schema, this.#hints, sampled, seed, options);
    }
    yield generatedSource(this.#schema, this.#hints, seed, options, {
      databases: this.options.databases ?? databases,
      most: this.options.mostDatabases ?? Math.max(mostDatabases, this.options.databases ?? 0),
    });
  }

  async #try(source: DatabaseSource, pairs: readonly SearchPair[]): Promise<SearchOutcome | null> {
    const coverage = this.#coverage;
    const [pair] = pairs as [SearchPair];
    let tried = 0;
    for (let batch = 0; ; batch++) {
      // Where ties hide what may be a difference, more databases may have one without ties.
      const more = coverage.unstable > 0 ? Math.min(source.databases * 2, source.most) : source.databases;
      const limit = coverage.isVacuous ? source.most : more;
      const size = Math.min(batchSizes[Math.min(batch, batchSizes.length - 1)]!, limit - tried);
      const databases = take(source, tried, size);
      if (databases.length === 0) return null;
      tried += size;
      const found = await this.#differing(databases, pair);
      const likely = await withoutTies(this.#runner, pair, found.slice(0, mostLookedAt));
      coverage.unstable += found.length - likely.length;
      for (const rows of [...likely]
        .sort((a, b) => burden(this.#schema, a) - burden(this.#schema, b))
        .slice(0, 4)) {
        const witness = await this.#accept(rows, source.realism, pairs);
        if (witness !== null) return { kind: 'different', witness };
        if (coverage.notConfirmed >= mostNotConfirmed) return this.#nothingFound();
      }
    }
  }

  /** The databases on which the queries return different results. */
  async #differing(databases: readonly TestRows[], pair: SearchPair): Promise<TestRows[]> {
    const outcomes = await this.#runner.run(
      databases.map((rows) => ({ rows, form: 'plain', queries: [pair.gold, pair.candidate] })),
    );
    return databases.filter((_, at) => {
      const results = pairOf(outcomes[at]!);
      if (results === null) {
        this.#coverage.failed++;
        return false;
      }
      this.#coverage.tried++;
      if (isHollow(results[0]) && isHollow(results[1])) this.#coverage.hollow++;
      const difference = compareResults(results[0], results[1], pair.ordered, pair.whole);
      return difference === 'rows' || difference === 'order';
    });
  }

  /** The counterexample a database makes on which results differ; null when the difference is not to be relied on. */
  async #accept(
    found: TestRows,
    realism: WitnessRealism,
    pairs: readonly SearchPair[],
  ): Promise<Witness | null> {
    const [pair] = pairs as [SearchPair];
    if (!(await checkStability(this.#runner, pair, found, false)).stable) {
      this.#coverage.unstable++;
      return null;
    }
    const until = performance.now() + Math.min(shrinkMilliseconds, this.#runner.left / 2);
    const shrunk = await shrinkRows(this.#runner, pair, this.#hints, found, realism, until);
    for (const rows of shrunk === found ? [found] : [shrunk, found]) {
      const stability = await this.#isReliable(rows, pairs);
      if (stability === null) continue;
      const needed = await findNeeds(this.#runner, pair, this.#hints, rows, stability, realism);
      const final = needed.rows === rows ? stability : await this.#isReliable(needed.rows, pairs);
      return this.#witness(final === null ? rows : needed.rows, final ?? stability, realism, needed.needs);
    }
    this.#coverage.unstable++;
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

  async #witness(
    rows: TestRows,
    stability: Stability,
    realism: WitnessRealism,
    needs: readonly WitnessNeed[],
  ): Promise<Witness | null> {
    const confirmed = this.#isNative
      ? null
      : await confirmOnPlatform(this.written, this.#schema, rows, this.context, this.#runner.left);
    if (confirmed?.outcome === 'same') {
      this.#coverage.notConfirmed++;
      return null;
    }
    const onTarget = confirmed?.outcome === 'different' ? confirmed : null;
    const [gold, candidate] = onTarget === null ? stability.results! : [onTarget.gold, onTarget.candidate];
    return {
      ddl: [...this.#runner.ddl('full')],
      inserts: insertStatements(this.#schema, rows, this.engine),
      tables: witnessTables(this.#schema, rows),
      goldColumns: gold.columns,
      goldRows: gold.rows,
      candidateColumns: candidate.columns,
      candidateRows: candidate.rows,
      engine: onTarget?.engine ?? this.#engineName,
      confirmedOnTarget: this.#isNative || onTarget !== null,
      realism,
      needs,
      stable: true,
    };
  }

  #nothingFound(): SearchOutcome {
    const { code, detail } = this.#coverage.nothingFound();
    return unknown(code, detail);
  }
}

function unknown(code: string, detail: string): SearchOutcome {
  return { kind: 'unknown', code, detail };
}

function take(source: DatabaseSource, from: number, count: number): TestRows[] {
  const databases: TestRows[] = [];
  while (databases.length < count) {
    const rows = source.next(from + databases.length);
    if (rows === null) break;
    databases.push(rows);
  }
  return databases;
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
