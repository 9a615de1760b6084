import { parse } from 'yaml';

/** Reads JSON; integers that a number cannot hold exactly are bigints. Throws as `JSON.parse` does. */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // JSON is YAML, and YAML's reader can keep integers exact; but it is slow, and few lines need it.
  return /\d{16}/.test(text) ? asNumbers(parse(text, { intAsBigInt: true })) : value;
}

function asNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(asNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asNumbers(item)]));
}
