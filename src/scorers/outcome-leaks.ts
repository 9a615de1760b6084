import type { Catalog, SolverOutput } from '../types/index.js';

/**
 * Names of tables and columns that a refusal tells besides its generic message: in the answer, the SQL, other errors
 * or error details. A name counts where it stands as a whole word, whatever its case.
 */
export function findLeaks(
  output: SolverOutput,
  refusal: { readonly code: string; readonly message: string },
  catalog: Catalog,
): readonly string[] {
  const texts = [
    output.answer ?? '',
    output.sql ?? '',
    ...(output.errors ?? []).flatMap((error) => [
      error.code === refusal.code ? '' : error.code,
      error.code === refusal.code && error.message === refusal.message ? '' : error.message,
      ...textsIn(error.details),
    ]),
  ].map((text) => text.replaceAll(refusal.message, '').normalize('NFKC'));
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []));
  const whole = texts.join('\n').toLowerCase();
  return [...catalogNames(catalog)].filter((name) =>
    isTold(name.normalize('NFKC').toLowerCase(), words, whole),
  );
}

/** Every text in free data, names of fields included; as JSON an escape such as `\\n` would grow onto the next word. */
function textsIn(data: unknown): readonly string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [name, ...textsIn(value)]);
}

function catalogNames(catalog: Catalog): Set<string> {
  return new Set(catalog.tables.flatMap((table) => [table.name, ...table.columns.map(({ name }) => name)]));
}

/** Names that are not one word (`order line`, `é-mail`) are looked for as they are written. */
function isTold(name: string, words: ReadonlySet<string>, whole: string): boolean {
  return /^[\p{L}\p{N}_$]+$/u.test(name) ? words.has(name) : name !== '' && whole.includes(name);
}
