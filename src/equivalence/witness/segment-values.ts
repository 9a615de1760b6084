import type { Cell } from '../../types/index.js';
import { datesAround, datesWithParts, isDateText } from './date-instances.js';
import { globInstances, likeInstances } from './like-instances.js';
import type { Segment } from './query-outline.js';

/** Values for the columns of a segment: some that make it true, and others close to them. */
export interface SegmentValues {
  readonly satisfy: readonly Cell[];
  readonly near: readonly Cell[];
  /** Its columns hold dates, or numbers, whatever they were declared as. */
  readonly dates: boolean;
  readonly numbers: boolean;
}

const dateFunctions = new Set(
  (
    'strftime date datetime julianday unixepoch year month day extract date_part datepart to_char date_format dayofmonth ' +
    'hour minute second quarter timestampdiff datediff date_trunc'
  ).split(' '),
);
const partFormats: Readonly<Record<string, string>> = {
  year: '%Y',
  month: '%m',
  day: '%d',
  dayofmonth: '%d',
  hour: '%H',
};
const cutters = new Set(['substr', 'substring', 'left', 'right', 'mid']);
const numeric = new Set(['sum', 'avg', 'total', 'cast', 'round', 'abs', '+', '-', '/', '*', '%']);

export function segmentValues(segment: Segment): SegmentValues {
  const { words, strings, numbers } = segment;
  const satisfy: Cell[] = [];
  const near: Cell[] = [];
  const has = (set: ReadonlySet<string>): boolean => [...words].some((word) => set.has(word));
  const dates = has(dateFunctions) || strings.some(isDateText);
  if (words.has('like') || words.has('ilike') || words.has('glob')) {
    for (const text of strings) {
      const made = words.has('glob') ? globInstances(text) : likeInstances(text);
      satisfy.push(...made.satisfy);
      near.push(...made.near);
    }
  } else if (has(dateFunctions)) {
    const format = strings.find((text) => text.includes('%')) ?? partFormat(words);
    const values = [...strings.filter((text) => !text.includes('%')), ...numbers.map(String)];
    for (const value of values) {
      if (isDateText(value)) addDate(value);
      else {
        const made = datesWithParts(format, value);
        addOrdered(made.satisfy, made.near);
      }
    }
  } else if (has(cutters)) {
    for (const text of strings) addCut(text);
  } else if (words.has('length') || words.has('len')) {
    for (const length of numbers.filter((one) => one >= 0 && one <= 60))
      satisfy.push('x'.repeat(length + 1), 'x'.repeat(length), 'x'.repeat(Math.max(0, length - 1)));
  } else {
    strings.forEach(addString);
    numbers.forEach(addNumber);
    if (numbers.length === 2 && words.has('between'))
      satisfy.push((numbers[0]! + numbers[1]!) / 2, numbers[0]!, numbers[1]!);
  }
  return { satisfy, near, dates, numbers: numbers.length > 0 || has(numeric) };

  function addOrdered(equal: readonly Cell[], other: readonly Cell[]): void {
    const differs = words.has('!') || words.has('not') || (words.has('<') && words.has('>'));
    const orders = words.has('<') || words.has('>');
    satisfy.push(...(differs || orders ? [...other, ...equal] : equal));
    near.push(...(differs ? equal : other));
  }

  function addDate(text: string): void {
    const { before, same, after } = datesAround(text);
    addCompared(same, before, after);
  }

  function addCompared(same: readonly Cell[], before: readonly Cell[], after: readonly Cell[]): void {
    const less = words.has('<');
    const more = words.has('>');
    if ((less && more) || words.has('!') || words.has('not')) {
      satisfy.push(...before, ...after);
      near.push(...same);
    } else if (less) {
      satisfy.push(...before, ...(words.has('=') ? same : []));
      near.push(...same, ...after);
    } else if (more) {
      satisfy.push(...after, ...(words.has('=') ? same : []));
      near.push(...same, ...before);
    } else {
      satisfy.push(...same);
      near.push(...before, ...after);
    }
  }

  function addString(text: string): void {
    if (isDateText(text)) {
      addDate(text);
      return;
    }
    const swapped = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
    const others = [swapped, capitalized(text), `${text}x`, text.slice(0, -1), ` ${text}`, 'zz', '0'];
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isFinite(number)) {
      addCompared(
        [text, number],
        [`${number - 1}`, number - 1],
        [`${number + 1}`, number + 1, `${number}.0`],
      );
      return;
    }
    if (words.has('|')) near.push(...text.split(/\s+/));
    addCompared([text], [text.slice(0, -1), 'A'], [`${text}x`, 'zz']);
    near.push(...others.filter((other) => other !== text));
  }

  function addNumber(value: number): void {
    const step = Number.isInteger(value) ? 1 : 0.5;
    addCompared([value], [value - step, value / 2], [value + step, value * 2]);
    if (words.has('/') || words.has('*')) near.push(1, 2, 3, 4);
    if (words.has('sum') || words.has('total')) satisfy.push(value / 2, value / 4);
    near.push(-value, value + 0.5);
  }

  function addCut(text: string): void {
    const [start = 1, length = text.length] = numbers;
    const from = words.has('left') ? 1 : words.has('right') ? -text.length : start;
    const filler =
      from > 1 && from < 40 ? '2020-01-01 10:00:00'.slice(0, from - 1).padEnd(from - 1, 'x') : '';
    if (from === 1 && /^\d{4}$/.test(text))
      addOrdered([`${text}-05-06`, `${text}x`, `${text}0102`], ['2019-01-01']);
    if (from === 6 && /^\d{2}$/.test(text)) addOrdered([`2020-${text}-06`], ['2020-11-06']);
    if (from === 9 && /^\d{2}$/.test(text)) addOrdered([`2020-05-${text}`], ['2020-05-11']);
    const whole = from < 0 ? `ab${text}` : `${filler}${text}`;
    addOrdered(
      [whole, `${whole}b`.slice(0, Math.max(whole.length, filler.length + length)), text],
      [whole.toUpperCase(), whole.toLowerCase(), `x${text}`],
    );
  }
}

function partFormat(words: ReadonlySet<string>): string {
  return partFormats[[...words].find((word) => partFormats[word] !== undefined) ?? 'year'] ?? '%Y';
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}
