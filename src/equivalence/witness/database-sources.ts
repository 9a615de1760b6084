import type { WitnessRealism } from '../../types/index.js';
import { type GeneratorOptions, generateRows } from './generate-rows.js';
import { legalRows, type TestRows } from './legality.js';
import { countedProfile, type Profile, profiles } from './profiles.js';
import { seededRandom } from './random.js';
import type { SearchHints } from './search-hints.js';
import type { SearchSchema } from './search-schema.js';
import type { StoredDatabase } from './stored-database.js';

/** Where test databases come from. */
export interface DatabaseSource {
  readonly realism: WitnessRealism;
  /** How many to try, and how many at most when nearly all results are empty. */
  readonly databases: number;
  readonly most: number;
  /** The database of a number, counted from 0; null when there are no more. */
  next(number: number): TestRows | null;
}

/** Databases made up from what the queries say; the same for the same seed. */
export function generatedSource(
  schema: SearchSchema,
  hints: SearchHints,
  seed: string,
  options: GeneratorOptions,
  counts: { readonly databases: number; readonly most: number },
  realism: WitnessRealism = 'synthetic',
): DatabaseSource {
  const random = seededRandom(seed);
  return {
    realism,
    databases: counts.databases,
    most: counts.most,
    next: (number) => generateRows(schema, hints, profileOf(number, hints), random, options),
  };
}

/** The profiles in turn; where numbers of rows matter, every fourth database is about them. */
function profileOf(number: number, hints: SearchHints): Profile {
  if (number % 4 === 3 && hints.counts.some((count) => count > 2)) return countedProfile;
  return profiles[number % profiles.length]!;
}

/** Databases that were kept, as far as their tables are those of the search; columns they do not have are NULL. */
export function storedSources(schema: SearchSchema, stored: readonly StoredDatabase[]): DatabaseSource[] {
  const all = stored.flatMap(({ realism, tables }) => {
    const rows = schema.map((table) => {
      const kept = tables.find((one) => one.name.toLowerCase() === table.name.toLowerCase());
      if (kept === undefined) return [];
      const places = table.columns.map(({ name }) =>
        kept.columns.findIndex((one) => one.toLowerCase() === name.toLowerCase()),
      );
      return kept.rows.map((row) => places.map((place) => row[place] ?? null));
    });
    const legal = legalRows(schema, rows);
    return legal.some((table) => table.length > 0) ? [{ realism, rows: legal }] : [];
  });
  return (['real-rows', 'real-values', 'synthetic'] as const).flatMap((realism) => {
    const mine = all.filter((one) => one.realism === realism);
    if (mine.length === 0) return [];
    return [
      { realism, databases: mine.length, most: mine.length, next: (at: number) => mine[at]?.rows ?? null },
    ];
  });
}
