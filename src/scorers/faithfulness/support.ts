import { compareExact, type ExactNumber, exactOfDecimal } from '../../values/index.js';
import type { DateClaim, Interval, NameClaim, NumberClaim, Reading, WrittenDate } from './claims.js';
import type { Evidence } from './evidence.js';
import type { IndexedNumber } from './number-index.js';

/** How a stated number stands to the result. */
export interface NumberSupport {
  readonly isSupported: boolean;
  /** It is another row's number. */
  readonly isMisattributed: boolean;
  /** It is only right with its last digits cut off, not rounded. */
  readonly isCutOff: boolean;
}

const unsupported: NumberSupport = { isSupported: false, isMisattributed: false, isCutOff: false };

/** What stands around a number decides how its sign and its precision are read. */
export interface Beside {
  /** A word of decrease, such as `fell` or `loss`. */
  readonly isDecrease: boolean;
  /** A word such as `about`: zeros at the end of a whole number are no digits then. */
  readonly isRough: boolean;
}

/** `rows` are those of the one text its clause names, or null when it names none or several. */
export function supportOf(
  claim: NumberClaim,
  beside: Beside,
  rows: ReadonlySet<number> | null,
  evidence: Evidence,
): NumberSupport {
  const ownRow = rows === null ? undefined : ({ row }: IndexedNumber): boolean => rows.has(row);
  let isMisattributed = false;
  for (const isCutOff of claim.isShortened || beside.isRough ? [false, true] : [false]) {
    for (const reading of claim.readings) {
      for (const signed of signsOf(reading, claim, beside)) {
        const interval = intervalOf(signed, beside, isCutOff);
        if (evidence.anywhere.has(interval)) return { ...unsupported, isSupported: true, isCutOff };
        if (isInCells(interval, claim, signed, evidence, isCutOff, ownRow))
          return { ...unsupported, isSupported: true, isCutOff };
        if (ownRow !== undefined && isInCells(interval, claim, signed, evidence, isCutOff))
          isMisattributed = true;
      }
    }
  }
  return { ...unsupported, isMisattributed };
}

function isInCells(
  interval: Interval,
  { isPercent }: NumberClaim,
  reading: Reading,
  evidence: Evidence,
  isCutOff: boolean,
  accepts: (entry: IndexedNumber) => boolean = () => true,
): boolean {
  if (evidence.cells.has(interval, accepts)) return true;
  if (!isPercent) return false;
  // A share of the result, times 100.
  const share = intervalOf(
    { ...reading, scale: reading.scale + 2 },
    { isDecrease: false, isRough: false },
    isCutOff,
  );
  if (evidence.cells.has(share, (entry) => isShare(entry.exact) && accepts(entry))) return true;
  // A cell's share of its column's total.
  return evidence.columns.some(
    ({ sum, numbers }) => sum.n !== 0n && numbers.has(timesSum(share, sum), accepts),
  );
}

/** A written magnitude is a negative cell's only beside a word of decrease. */
function signsOf(reading: Reading, claim: NumberClaim, { isDecrease }: Beside): readonly Reading[] {
  return isDecrease && reading.digits > 0n && !claim.text.startsWith('(')
    ? [reading, { ...reading, digits: -reading.digits }]
    : [reading];
}

/** All that rounds to a written number at its last digit, or all that is cut off to it. */
export function intervalOf({ digits, scale }: Reading, { isRough }: Beside, isCutOff = false): Interval {
  const zeros = isRough && scale <= 0 ? trailingZeros(digits) : 0;
  const unit = 10n ** BigInt(zeros);
  if (!isCutOff) {
    return {
      low: exactOfDecimal(digits * 10n - 5n * unit, scale + 1),
      high: exactOfDecimal(digits * 10n + 5n * unit, scale + 1),
    };
  }
  // The next written number itself is not cut off to this one.
  const almost = unit * 1_000_000n - 1n;
  const scaled = digits * 1_000_000n;
  return digits < 0n
    ? { low: exactOfDecimal(scaled - almost, scale + 6), high: exactOfDecimal(scaled, scale + 6) }
    : { low: exactOfDecimal(scaled, scale + 6), high: exactOfDecimal(scaled + almost, scale + 6) };
}

function trailingZeros(digits: bigint): number {
  return digits === 0n ? 0 : (/0*$/.exec(String(digits))?.[0].length ?? 0);
}

function isShare({ n, d }: ExactNumber): boolean {
  return compareExact({ n: n < 0n ? -n : n, d }, { n: 1n, d: 1n }) <= 0;
}

function timesSum({ low, high }: Interval, sum: ExactNumber): Interval {
  const times = (end: ExactNumber): ExactNumber => ({ n: end.n * sum.n, d: end.d * sum.d });
  return sum.n < 0n ? { low: times(high), high: times(low) } : { low: times(low), high: times(high) };
}

export function isDateSupported({ readings }: DateClaim, { dates }: Evidence): boolean {
  return readings.some((stated) => dates.some((date) => covers(date, stated)));
}

/** Whether a date of the result is what is stated, as far as it is stated. */
function covers(date: WrittenDate, stated: WrittenDate): boolean {
  return (
    date.month === stated.month &&
    (stated.year === null || date.year === stated.year) &&
    (stated.day === null || date.day === stated.day)
  );
}

export function isNameSupported({ text }: NameClaim, { texts, columnNames, question }: Evidence): boolean {
  const stated = text.toLowerCase();
  if (question.toLowerCase().includes(stated)) return true;
  if (columnNames.some((name) => name.toLowerCase().includes(stated))) return true;
  return texts.isWithinOne(text) || texts.containsOne(text);
}
