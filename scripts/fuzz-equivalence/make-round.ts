import type { FuzzPair } from './fuzz-pair.js';
import { Random } from './random.js';
import { randomPairs } from './random-pairs.js';
import { changeSchema, randomSchema, type SchemaModel } from './schema-model.js';
import type { Templates } from './templates.js';
import { varyAlike, varyOne, wrap } from './vary-text.js';

/** Pairs over one schema that are judged in one dialect and executed on the same databases. */
export interface Batch {
  readonly schema: SchemaModel;
  /** What the checks are told. */
  readonly dialect: string;
  readonly pairs: readonly FuzzPair[];
}

const pairsOfBatch = 24;
const randomBatches = 4;

/**
 * Every template once, each as it is or varied, under schemas as they are or changed; and random pairs.
 *
 * @param plain whether the templates and their schemas are all as they are
 */
export function makeRound(templates: readonly Templates[], seed: number, plain: boolean): readonly Batch[] {
  const random = new Random(seed);
  const batches: Batch[] = [];
  for (const { schema, pairs, dialects } of templates) {
    const shuffled = random.shuffle(pairs);
    for (let at = 0; at < shuffled.length; at += pairsOfBatch) {
      const dialect = dialects.length > 1 && random.chance(0.8) ? dialects[0]! : random.pick(dialects);
      const changed = plain || random.chance(0.5) ? schema : changeSchema(schema, random);
      const chosen = shuffled.slice(at, at + pairsOfBatch);
      batches.push({
        schema: changed,
        dialect,
        pairs: plain
          ? chosen
          : chosen.map((pair) => vary(crossed(pair, pairs, random), changed, dialect, random)),
      });
    }
  }
  for (let left = randomBatches; left > 0; left--) {
    const schema = randomSchema(random);
    const dialect = random.chance(0.85) ? 'sqlite' : 'duckdb';
    batches.push({ schema, dialect, pairs: randomPairs(schema, pairsOfBatch, random) });
  }
  return batches;
}

/** At times the candidate of another pair of the same rule, which is near the gold too. */
function crossed(pair: FuzzPair, pairs: readonly FuzzPair[], random: Random): FuzzPair {
  if (random.chance(0.85)) return pair;
  const other = random.pick(pairs.filter(({ origin }) => origin === pair.origin));
  return { ...pair, candidate: random.chance(0.5) ? other.candidate : other.gold };
}

function vary(pair: FuzzPair, schema: SchemaModel, dialect: string, random: Random): FuzzPair {
  const choice = random.next();
  if (choice < 0.25) return pair;
  if (choice < 0.45) return varyAlike(pair, schema, dialect, random);
  if (choice < 0.6) return varyOne(pair, schema, dialect, random);
  if (choice < 0.85) return wrap(pair, schema, random);
  return wrap(varyAlike(pair, schema, dialect, random), schema, random);
}
