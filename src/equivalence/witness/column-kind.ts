/** What values a column is meant to hold, as far as its declared type says. */
export type ColumnKind =
  | 'integer'
  | 'real'
  | 'decimal'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'boolean'
  | 'blob'
  | 'any';

/** In this order: `DATETIME` is no date, `INTERVAL` no integer. */
const kinds: readonly (readonly [RegExp, ColumnKind])[] = [
  [/interval|json|uuid|\[\]|struct|map|array|enum|geometry|inet/, 'any'],
  [/datetime|timestamp/, 'timestamp'],
  [/date/, 'date'],
  [/bool/, 'boolean'],
  [/int|serial|year/, 'integer'],
  [/char|clob|text|string/, 'text'],
  [/blob|binary|bytea/, 'blob'],
  [/real|floa|doub/, 'real'],
  [/numeric|decimal|number|money/, 'decimal'],
  [/time/, 'time'],
  [/^bit\b/, 'integer'],
];

/** The kind of a declared type, in any engine's words. */
export function columnKind(declared: string): ColumnKind {
  const text = declared.toLowerCase();
  if (text === '') return 'any';
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'any';
}
