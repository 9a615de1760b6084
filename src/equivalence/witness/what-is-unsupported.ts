import type { Catalog, CatalogTable, QueryPair } from '../../types/index.js';
import type { QueryOutline } from './query-outline.js';
import { findRandomness } from './randomness.js';
import type { ScratchEngine } from './scratch-engine.js';
import { findEscape } from './scratch-spelling.js';
import type { SearchSchema } from './search-schema.js';
import type { UsedViews } from './used-views.js';

/** Why a pair cannot be searched at all; null when it can. */
export function whatIsUnsupported(parts: {
  readonly pair: QueryPair;
  readonly catalog: Catalog;
  readonly schema: SearchSchema;
  readonly outlines: readonly QueryOutline[];
  readonly views: UsedViews;
  readonly engine: ScratchEngine;
}): { readonly code: string; readonly detail: string } | null {
  const { pair, catalog, schema, outlines, views, engine } = parts;
  for (const sql of [pair.gold, pair.candidate]) {
    const escaped = findEscape(sql, pair.dialect, engine.dialect);
    if (escaped !== null)
      return {
        code: 'unsupported.escape',
        detail: `The backslash in ${escaped} means another text to ${engine.dialect}.`,
      };
    const random = findRandomness(sql, pair.dialect);
    if (random !== null)
      return { code: 'unsupported.random', detail: `${random} gives another result each time.` };
  }
  const columns = new Set(
    catalog.tables.flatMap((table) => table.columns.map(({ name }) => name.toLowerCase())),
  );
  const address = engine.rowAddresses.find(
    (name) => !columns.has(name) && outlines.some((outline) => outline.words.has(name)),
  );
  if (address !== undefined)
    return {
      code: 'unsupported.rowid',
      detail: `${address} tells where a row is stored, not what it says.`,
    };
  if (views.unknown !== null)
    return {
      code: 'unsupported.view',
      detail: `The query of the view ${views.unknown} is not known.`,
    };
  const read = schema.filter(({ used }) => used);
  const names = read.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    return { code: 'unsupported.schema', detail: `More than one table is called ${twice}.` };
  const twins = read.find(({ declared }) => {
    const own = declared.columns.map(({ name }) => name.toLowerCase());
    return new Set(own).size < own.length;
  });
  if (twins !== undefined)
    return {
      code: 'unsupported.schema',
      detail: `${twins.name} has two columns whose names differ in case only.`,
    };
  const generated = schema.find(({ declared }) => hasKeyOfGenerated(declared));
  if (generated !== undefined)
    return {
      code: 'unsupported.generated',
      detail: `A generated column of ${generated.name} is part of a key, or what it is made of is not known.`,
    };
  const elsewhere = schema.find(({ declared }) => declared.schema !== undefined);
  if (elsewhere !== undefined && !engine.hasSchemas)
    return {
      code: 'unsupported.schema',
      detail: `${elsewhere.name} is in a schema, which ${engine.dialect} has not.`,
    };
  return null;
}

/** Rows are made legal column by column, which a key over a computed one cannot be. */
function hasKeyOfGenerated({ columns, primaryKey, unique, foreignKeys }: CatalogTable): boolean {
  const keyed = new Set(
    [primaryKey, ...unique, ...foreignKeys.map((key) => key.columns)]
      .flat()
      .map((name) => name.toLowerCase()),
  );
  return columns.some(
    ({ name, generated }) =>
      generated !== undefined && (generated.trim() === '' || keyed.has(name.toLowerCase())),
  );
}
