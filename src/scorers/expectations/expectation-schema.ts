import { z } from 'zod';
import type { Cell, Expectation } from '../../types/index.js';

const name = z.string().min(1);
const names = z.array(name).min(1);
const count = z.number().int().nonnegative();

/** Files are read into exact cells before the schema. */
const cell = z.unknown().transform((value) => value as Cell);
const bound = cell.refine((value): boolean => value !== null, 'A bound is a value, not NULL');

const boundless = 'It needs min, max or both';
const hasBound = (one: { readonly min?: unknown; readonly max?: unknown }): boolean =>
  one.min !== undefined || one.max !== undefined;

/** One expectation as a suite or a scorer's options hold it. */
export const expectationSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('row_count'),
      exact: count.exactOptional(),
      min: count.exactOptional(),
      max: count.exactOptional(),
    })
    .refine((one) => (one.exact === undefined) === hasBound(one), 'It needs exact, or min, max or both')
    .refine(({ min = 0, max = min }) => min <= max, 'min is above max'),
  z.strictObject({ kind: z.literal('column_presence'), columns: names }),
  z.strictObject({ kind: z.literal('column_type'), column: name, type: name }),
  z.strictObject({ kind: z.literal('not_null'), column: name }),
  z
    .strictObject({ kind: z.literal('unique'), columns: names.exactOptional(), column: name.exactOptional() })
    .refine(
      ({ columns, column }) => (columns === undefined) !== (column === undefined),
      'It needs either columns or column',
    ),
  z.strictObject({
    kind: z.enum(['accepted_values', 'in_set']),
    column: name,
    values: z.array(cell).min(1),
  }),
  z
    .strictObject({
      kind: z.literal('between'),
      column: name,
      min: bound.exactOptional(),
      max: bound.exactOptional(),
    })
    .refine(hasBound, boundless),
  z
    .strictObject({
      kind: z.literal('mean_between'),
      column: name,
      min: bound.exactOptional(),
      max: bound.exactOptional(),
    })
    .refine(hasBound, boundless),
  z.strictObject({
    kind: z.literal('matches'),
    column: name,
    pattern: z.string().refine(isPattern, 'It is no JavaScript regular expression (with the flag u)'),
  }),
  z
    .strictObject({
      kind: z.literal('values_in_order'),
      column: name,
      values: z.array(cell).exactOptional(),
      direction: z.enum(['ascending', 'descending']).exactOptional(),
    })
    .refine(
      ({ values, direction }) => (values === undefined) !== (direction === undefined),
      'It needs either values or direction',
    ),
  z.strictObject({ kind: z.literal('expression'), sql: name }),
]) satisfies z.ZodType<Expectation>;

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
