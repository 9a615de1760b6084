import { z } from 'zod';
import { closestName } from '../../registry/index.js';

type Shape = z.core.$ZodLooseShape;

/** An object that refuses unknown keys; the message has one line per key, in the order of the issue's `keys`. */
export function strictObject<S extends Shape>(shape: S) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? describeUnknownKeys(issue.keys as string[], known) : undefined,
  });
}

/** A strict object with snake_case keys in the file and camelCase keys in memory. */
export function snakeCaseObject<S extends Shape>(shape: S) {
  return strictObject(shape).transform(toCamelCase);
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type CamelCased<T> = { [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: T[Key] };

function toCamelCase<T extends object>(value: T): CamelCased<T> {
  const entries = Object.entries(value).map(([key, field]) => [
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    field,
  ]);
  return Object.fromEntries(entries) as CamelCased<T>;
}

/** One line per key that is not known. */
export function describeUnknownKeys(keys: readonly string[], known: readonly string[]): string {
  return keys.map((key) => describeUnknownKey(key, known)).join('\n');
}

function describeUnknownKey(key: string, known: readonly string[]): string {
  const suggestion = closestName(key, known);
  const advice =
    suggestion === undefined ? `the keys are ${known.join(', ')}` : `did you mean "${suggestion}"?`;
  return `Unknown key "${key}"; ${advice}`;
}
