import type { ResultSet } from '../../types/index.js';
import { compareResults, type Difference, resultKey } from './compare-results.js';
import type { TestRows } from './legality.js';
import { isError, type PairRunner, pairOf, type Trial } from './pair-runner.js';
import { seededRandom } from './random.js';

/** The two queries as a search runs them. */
export interface SearchPair {
  readonly gold: string;
  readonly candidate: string;
  /** The same with ties broken at random; null where nothing depends on an order. */
  readonly goldTies: string | null;
  readonly candidateTies: string | null;
  /** Both order their rows. */
  readonly ordered: boolean;
  /** Only the whole part of doubles is compared. */
  readonly whole: boolean;
}

export interface Stability {
  readonly stable: boolean;
  /** Some result changed with the order of rows or the luck of ties. */
  readonly varies: boolean;
  /** The results on the rows as they are. */
  readonly results: readonly [ResultSet, ResultSet] | null;
}

const broken: Stability = { stable: false, varies: false, results: null };

/**
 * Whether a difference stays whatever order the rows are stored in and however ties fall: the rows are stored in other
 * orders without keys, the engine is asked to read them in other orders, and ties are broken at random. No result of
 * one query may be one of the other's, and every result that varies must have come more than once, so that all there are
 * have been seen.
 */
export async function checkStability(
  runner: PairRunner,
  pair: SearchPair,
  rows: TestRows,
  thoroughly: boolean,
): Promise<Stability> {
  const queries = [pair.gold, pair.candidate];
  const ties = thoroughly ? 16 : 4;
  for (let at = 0; at < ties; at++) {
    if (pair.goldTies !== null) queries.push(pair.goldTies);
    if (pair.candidateTies !== null) queries.push(pair.candidateTies);
  }
  const trials: Trial[] = [
    { rows, form: thoroughly ? 'full' : 'plain', queries },
    ...runner.engine.otherOrders.map((settings) => ({
      rows,
      form: 'plain' as const,
      settings,
      queries: [pair.gold, pair.candidate],
    })),
    ...permutations(rows, thoroughly ? 7 : 4).map((permuted, at) => ({
      rows: permuted,
      form: 'plain' as const,
      queries: thoroughly && at < 3 ? queries.slice(0, 10) : queries.slice(0, 4),
    })),
  ];
  if (thoroughly && runner.engine.enforceForeignKeys.length > 0 && foreignKeysCanHold(runner))
    trials[0] = { ...trials[0]!, settings: runner.engine.enforceForeignKeys };
  const outcomes = await runner.run(trials);
  const first = pairOf(outcomes[0]!);
  if (first === null) return broken;
  const difference = compareResults(first[0], first[1], pair.ordered, pair.whole);
  if (difference !== 'rows' && difference !== 'order') return broken;
  const gold = new Seen(difference === 'order');
  const candidate = new Seen(difference === 'order');
  for (const [index, { results }] of outcomes.entries()) {
    const sides = trials[index]!.queries;
    results.forEach((result, at) => {
      if (isError(result)) return;
      const isGold = sides[at] === pair.gold || sides[at] === pair.goldTies;
      const isCandidate = sides[at] === pair.candidate || sides[at] === pair.candidateTies;
      if (isGold) gold.add(result);
      if (isCandidate) candidate.add(result);
    });
  }
  const varies = gold.distinct > 1 || candidate.distinct > 1;
  const settled = difference === 'order' ? !varies : gold.isComplete && candidate.isComplete;
  return { stable: settled && areDisjoint(gold, candidate, difference, pair.whole), varies, results: first };
}

/**
 * Those of some databases whose difference is still there when the rows are reversed and ties fall otherwise: a first look
 * at many in one message.
 */
export async function withoutTies(
  runner: PairRunner,
  pair: SearchPair,
  databases: readonly TestRows[],
): Promise<readonly TestRows[]> {
  const { gold, candidate, goldTies, candidateTies } = pair;
  if (goldTies === null && candidateTies === null) return databases;
  const sides = [
    gold,
    goldTies ?? gold,
    goldTies ?? gold,
    candidate,
    candidateTies ?? candidate,
    candidateTies ?? candidate,
  ];
  const outcomes = await runner.run(
    databases.map((rows) => ({
      rows: rows.map((table) => [...table].reverse()),
      form: 'plain',
      queries: sides,
    })),
  );
  return databases.filter((_, at) => {
    const results = outcomes[at]!.results;
    const golds = results.slice(0, 3).flatMap((one) => (isError(one) ? [] : [one]));
    const candidates = results.slice(3).flatMap((one) => (isError(one) ? [] : [one]));
    return golds.every((one) =>
      candidates.every((other) => {
        const difference = compareResults(one, other, pair.ordered, pair.whole);
        return difference === 'rows' || difference === 'order';
      }),
    );
  });
}

/** Foreign keys of a cycle cannot be checked row by row. */
function foreignKeysCanHold(runner: PairRunner): boolean {
  return runner.schema.every((table, at) =>
    table.foreignKeys.every(({ parent }) => runner.schema.indexOf(parent) < at),
  );
}

/** The results of one query. */
class Seen {
  readonly results = new Map<string, { readonly result: ResultSet; times: number }>();

  constructor(private readonly ordered: boolean) {}

  add(result: ResultSet): void {
    const key = resultKey(result, this.ordered);
    const known = this.results.get(key);
    if (known === undefined) this.results.set(key, { result, times: 1 });
    else known.times++;
  }

  get distinct(): number {
    return this.results.size;
  }

  /** A result that came only once tells of others that did not come yet. */
  get isComplete(): boolean {
    return this.distinct === 1 || [...this.results.values()].every(({ times }) => times > 1);
  }
}

function areDisjoint(gold: Seen, candidate: Seen, difference: Difference, whole: boolean): boolean {
  for (const one of gold.results.values())
    for (const other of candidate.results.values()) {
      const found = compareResults(one.result, other.result, difference === 'order', whole);
      if (found !== 'rows' && found !== 'order') return false;
    }
  return true;
}

/** The rows as they are, reversed, and in other orders. */
function permutations(rows: TestRows, count: number): TestRows[] {
  const random = seededRandom(`${rows.map((one) => one.length)}`);
  const made: TestRows[] = [rows, rows.map((table) => [...table].reverse())];
  while (made.length < count) made.push(rows.map((table) => random.shuffle(table)));
  return made;
}
