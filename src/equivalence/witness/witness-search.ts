import type {
  Catalog,
  CheckContext,
  EquivalenceCheck,
  QueryPair,
  Scratch,
  SemanticVerdict,
} from '../../types/index.js';
import { semanticsOf } from '../bind/index.js';
import { SearchStopped } from './pair-runner.js';
import { PairSearch } from './pair-search.js';
import { scratchEngine, withLooseText } from './scratch-engine.js';
import type { StoredDatabase } from './stored-database.js';

export interface WitnessSearchOptions {
  /** Test databases; by default 400 on SQLite and 120 on DuckDB. */
  readonly databases?: number;
  /** Test databases at most, when nearly all results are empty; by default 2,000 and 400. */
  readonly mostDatabases?: number;
  /** Databases that told queries apart before; they are tried first. */
  readonly recall?: readonly StoredDatabase[];
}

const method = 'witness';

/**
 * Looks for a small legal database on which two queries return different rows: `different` with the database, or
 * `unknown`. It executes both queries on each database in a scratch engine and never takes a difference that the order
 * of rows, ties, random functions or the clock could make. Never throws.
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
    if (catalog === undefined)
      return unknown('unsupported.schema', 'The tables of the queries are not known.');
    try {
      return await this.#search(pair, context, catalog, scratch);
    } catch (error) {
      if (error instanceof SearchStopped)
        return unknown('budget', `The search ended early: ${error.message}`);
      return unknown('unsupported.failure', error instanceof Error ? error.message : String(error));
    }
  }

  async #search(
    pair: QueryPair,
    context: CheckContext,
    catalog: Catalog,
    scratch: Scratch,
  ): Promise<SemanticVerdict> {
    const found = scratchEngine(scratch.dialect);
    if (found === undefined)
      return unknown('unsupported.scratch', `Databases of ${scratch.dialect} cannot be made.`);
    const engine = semanticsOf(pair.dialect).exactText ? found : withLooseText(found);
    const recall = [...(this.options.recall ?? []), ...((await context.kept?.find(catalog)) ?? [])];
    const search = new PairSearch(pair, context, catalog, scratch, engine, { ...this.options, recall });
    const outcome = await search.run();
    if (outcome.kind === 'unknown') return unknown(outcome.code, outcome.detail);
    const { witness } = outcome;
    await context.kept?.keep(witness, { gold: pair.gold, candidate: pair.candidate });
    return { equivalence: 'different', method, witness };
  }
}

function unknown(code: string, detail: string): SemanticVerdict {
  return { equivalence: 'unknown', method, code, detail };
}
