import { SqlassayError } from '../types/index.js';
import { type ExactNumber, exactOfDecimal, readDecimalText } from './exact-number.js';

/**
 * How far apart two numbers may be and still match.
 *
 * `absolute` applies to all numbers and is inclusive; a JavaScript number means the decimal it is written as (0.005 is
 * five thousandths). Where a double takes part, its exact binary value is compared with an allowance of a millionth
 * of `absolute`. `relative` applies only between two doubles and is a share of the larger magnitude. 0 is off.
 */
export interface Tolerance {
  readonly absolute: number | string;
  readonly relative: number;
}

/** No tolerance at all. */
export const exact: Tolerance = { absolute: 0, relative: 0 };

/** A tolerance made ready for exact arithmetic. */
export interface PreparedTolerance {
  readonly absolute: ExactNumber;
  /** `absolute` with the allowance for doubles. */
  readonly widened: ExactNumber;
  readonly relative: ExactNumber;
  /** The nearest doubles of the three, for quick decisions away from the edge. */
  readonly near: { readonly absolute: number; readonly widened: number; readonly relative: number };
}

const prepared = new WeakMap<Tolerance, PreparedTolerance>();

/** Prepares a tolerance once per object. Throws `E_TOLERANCE` for anything but finite numbers of at least 0 (relative: below 1). */
export function prepareTolerance(tolerance: Tolerance): PreparedTolerance {
  const known = prepared.get(tolerance);
  if (known !== undefined) return known;
  const absolute = readTolerance(tolerance.absolute, 'absolute');
  const relative = readTolerance(tolerance.relative, 'relative');
  if (relative.n >= relative.d) throw badTolerance(tolerance.relative, 'relative');
  const widened = { n: absolute.n * 1_000_001n, d: absolute.d * 1_000_000n };
  const near = {
    absolute: Number(tolerance.absolute),
    widened: Number(tolerance.absolute) * 1.000001,
    relative: tolerance.relative,
  };
  const result = { absolute, widened, relative, near };
  prepared.set(tolerance, result);
  return result;
}

function readTolerance(value: number | string, name: string): ExactNumber {
  const decimal = readDecimalText(`${value}`);
  if (decimal === null || decimal.unscaled < 0n || !Number.isFinite(Number(value)))
    throw badTolerance(value, name);
  return exactOfDecimal(decimal.unscaled, decimal.scale);
}

function badTolerance(value: unknown, name: string): SqlassayError {
  return new SqlassayError('E_TOLERANCE', {
    what: `${JSON.stringify(value) ?? String(value)} is not a tolerance`,
    where: `tolerance.${name}`,
    advice:
      name === 'relative'
        ? 'Give a number from 0 (off) to below 1, such as 1e-9.'
        : 'Give a finite number of at least 0, such as 0.005.',
  });
}
