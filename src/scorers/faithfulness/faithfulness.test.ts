import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell, ResultSet } from '../../types/index.js';
import { cellFromPlain, type PlainValue } from '../../values/index.js';
import { bareContext, caseRunOf, resultOf } from '../case-run.fixture.js';
import { Faithfulness } from './faithfulness.js';

const scorer = new Faithfulness();

function judge(answer: string, resultSets: readonly ResultSet[], question = 'How many?') {
  const run = caseRunOf({ case: { id: 'c', question }, resultSets, output: { status: 'success', answer } });
  return scorer.score(run);
}

/** One result set from plain rows, whose columns are a, b, c. */
function result(...rows: readonly (readonly PlainValue[])[]): readonly ResultSet[] {
  const names = ['a', 'b', 'c', 'd'].slice(0, rows[0]?.length ?? 1);
  return [resultOf(names, ...rows.map((row): readonly Cell[] => row.map(cellFromPlain)))];
}

const supported = (answer: string, rows: readonly ResultSet[], question?: string) =>
  expect([answer, judge(answer, rows, question).detail]).toEqual([
    answer,
    expect.objectContaining({ unsupported_numbers: [], unsupported_entities: [] }),
  ]);
const unsupported = (
  answer: string,
  rows: readonly ResultSet[],
  numbers: readonly string[],
  question?: string,
) => expect([answer, judge(answer, rows, question).detail.unsupported_numbers]).toEqual([answer, numbers]);

const regions = result(['North', 1_284_500], ['South', 891_200]);

describe('numbers are supported at the precision they are written with', () => {
  test.each([
    ['We had 2.5k visits, 3M impressions and EUR 1.2bn in volume.', [2500, 3_000_000, 1_200_000_000]],
    ['It was 1.28 million.', [1_284_500]],
    ['It was 1.3 million.', [1_284_500]],
    ['About 1.2 million.', [1_284_500]],
    ['It was $1,284,500.00.', [1_284_500]],
    ['Roughly 900,000 people.', [891_200]],
    ['The mean is 3.14.', [3.1444]],
    ['The mean is 3.', [3.1444]],
    ['Net result: (1,250).', [-1250]],
    ['Net result: (5.20)', [-5.2]],
    ['A change of -5.', [-5]],
    ['A change of \u22125.', [-5]],
    ['It fell by 5 points.', [-5]],
    ['A loss of 1,250 dollars.', [-1250]],
    ['1 234 567 Einwohner.', [1_234_567]],
    ["1'234'567 Einwohner.", [1_234_567]],
    ['1.234.567,89 Euro.', [1_234_567.89]],
    ['12,34,567 rupees', [1_234_567]],
    ['Between 10 and 20, so 10-20, or 10–20.', [10, 20]],
    ['Three customers.', [3]],
    ['Two million people.', [2_000_000]],
    ['One customer cancelled.', [1]],
    ['The share is 12.5%.', [0.125]],
    ['The share is 12.5 percent.', [12.5]],
    ['1e6 rows', [1_000_000]],
    ['5kg and 3 h', [5, 3]],
  ] as [string, PlainValue[]][])('%s', (answer, row) => supported(answer, result(row)));

  test.each([
    ['North sold about 1.5 million units.', [1_284_500], ['1.5 million']],
    ['There were 70 orders.', [1708], ['70']],
    ['The share was 1.25%.', [0.125], ['1.25%']],
    ['Four customers cancelled.', [3], ['Four']],
    ['It was 900,000.', [891_200], ['900,000']],
    ['A profit of 5.', [-5], ['5']],
    ['It is 12.', [12.99], ['12']],
    ['It was 5, not -5.', [5], ['-5']],
    ['We lost 4.', [-5], ['4']],
    ['It was 1.2m', [1_300_000], ['1.2m']],
  ] as [string, PlainValue[], string[]][])('%s is not', (answer, row, numbers) =>
    unsupported(answer, result(row), numbers),
  );

  test('sums, counts, shares of a total and numbers in texts count', () => {
    supported('In all 2,175,700 in 2 regions; the South has 41%.', regions);
    supported('The iPhone 15 leads.', result(['iPhone 15']));
    supported('It ran in 2024 and on 2024-03-05.', result(['2024-03-05']));
    unsupported('In all 2,175,701.', regions, ['2,175,701']);
    unsupported('The share is 300%.', result([3]), ['300%']);
  });

  test('a share is a share of its own column', () => {
    supported('North has 25%.', result(['North', 1, 7], ['South', 3, 13]));
    unsupported('North has 10%.', result(['North', 1, 7], ['South', 3, 13]), ['10%']);
  });

  test('numbers of the question are no claims about the data', () => {
    supported('In 2023 there were 500 sales.', result([500]), 'How many sales were there in 2023?');
    unsupported(
      'In 2022 there were 500 sales.',
      result([500]),
      ['2022'],
      'How many sales were there in 2023?',
    );
  });

  test('a number that can be read two ways is supported when either reading is, and flagged', () => {
    for (const cell of [1234, 1.234]) {
      const score = judge('Es waren 1.234 Besucher.', result([cell]));
      expect([score.verdict, score.flags]).toEqual(['pass', ['ambiguous_number_format']]);
    }
    expect(judge('Es waren 1.234 Besucher.', result([12.34])).verdict).toBe('fail');
    expect(judge('It was 0.125.', result([0.125])).flags).toEqual([]);
  });

  test('what is only right when digits are cut off is flagged', () => {
    expect(judge('The share is 66.6%.', result([0.6667]))).toMatchObject({
      verdict: 'pass',
      flags: ['number_cut_off'],
    });
    expect(judge('The share is 66.7%.', result([0.6667])).flags).toEqual([]);
  });

  test('blanks may part one number or two', () => {
    supported('It was 3 500 times.', result([3500]));
    supported('It was 3 500 times.', result([3, 500]));
    unsupported('It was 3 500 times.', result([3]), ['500']);
  });
});

describe('what is no number', () => {
  test.each([
    'The 1st and 22nd place.',
    '1. First\n2. Second',
    '- 1) First',
    'MPEG-4, #7, inv_001, Q3, COVID-19 and v2.1.0',
    'See https://example.org/2024/7 [1].',
    'At least one of the customers, no one, one or more.',
    'A one-way trip, twenty-two?',
    '```sql\nSELECT 1 LIMIT 5\n```',
    'No matching orders were found.',
  ])('%s', (answer) => {
    expect([answer, judge(answer, result(['x'])).detail.unsupported_numbers]).toEqual([answer, []]);
  });

  test('nothing checked has value 1', () => {
    expect(judge('No matching orders were found.', [resultOf(['n'])])).toMatchObject({
      verdict: 'pass',
      value: 1,
      detail: { checked: 0 },
    });
  });
});

describe('dates', () => {
  const signed = result(['2024-03-05']);
  test.each([
    'March 5, 2024',
    'Mar 5th, 2024',
    '5 March 2024',
    '05.03.2024',
    '3/5/2024',
    '2024/3/5',
    'March 2024',
    'March 5',
    '5. März 2024',
  ])('%s is the day of the result', (date) => supported(`It was signed on ${date}.`, signed));

  test.each(['March 6, 2024', 'April 5, 2024', 'March 5, 2023', 'April 2024', '2024-03-06'])(
    '%s is not',
    (date) => unsupported(`It was signed on ${date}.`, signed, [date]),
  );

  test('a period label is a month', () => {
    supported('August 2025 was best, 2025-08.', result(['2025-08']));
    unsupported('April 2025 was best.', result(['2025-08']), ['April 2025']);
  });

  test('a date of the question is known; month and day alone are no numbers', () => {
    supported('On March 5, 2024 there were 3.', result([3]), 'How many on 2024-03-05?');
    unsupported('There were 5.', signed, ['5']);
  });

  test('typed dates and times', () => {
    const cells: Cell[] = [
      { k: 'date', d: 19_787 },
      { k: 'ts', ns: 1_709_645_400_000_000_000n, p: 0, tz: false },
    ];
    const typed = [resultOf(['d', 't'], cells)];
    supported('Signed on March 5, 2024 at 13:30 in 2024.', typed);
    unsupported('Signed at 14:30.', typed, ['14:30']);
  });
});

describe('names', () => {
  const unknown = (answer: string, rows = regions, question?: string) =>
    judge(answer, rows, question).detail.unsupported_entities;

  test('quoted and bold names must be in the result, its columns or the question', () => {
    expect(unknown('**North** leads, "South" follows.')).toEqual([]);
    expect(unknown('The \u201cnorth\u201d and \u2018South\u2019.')).toEqual([]);
    expect(unknown('**East** leads.')).toEqual(['East']);
    expect(unknown('"East region" leads, not "North region".')).toEqual(['East region']);
    expect(unknown("It's the customers' choice, 'East'.")).toEqual(['East']);
    expect(unknown('Column **a** for "West".', regions, 'What about the West?')).toEqual([]);
  });

  test('speech, headings and labels are not names', () => {
    expect(unknown('**Answer:** "we do not know what this is about at all" **x** **Top 5 list**')).toEqual(
      [],
    );
  });
});

describe('a number belongs to the row its clause names', () => {
  test('values that are swapped between names are misattributed', () => {
    const score = judge('North sold 891,200 and South sold 1,284,500.', regions);
    expect(score).toMatchObject({
      verdict: 'fail',
      value: 0,
      detail: { misattributed: ['891,200', '1,284,500'], unsupported_numbers: ['891,200', '1,284,500'] },
    });
    supported('North sold 1,284,500 and South sold 891,200.', regions);
    supported('| North | 1,284,500 |\n| South | 891,200 |', regions);
  });

  test('a clause that names several, or none, is not held to one', () => {
    supported('North and South sold 1,284,500 and 891,200.', regions);
    supported('The best sold 1,284,500.', regions);
    supported('North leads South by far: 891,200 against 1,284,500.', regions);
  });

  test('sums, counts and the question are of every row', () => {
    supported('North is one of 2 regions with 2,175,700 in all.', regions);
    supported('North in 2023: 1,284,500.', regions, 'Sales of 2023?');
  });

  test('the longer name is the one that is named', () => {
    const cities = result(['New York', 8], ['York', 5]);
    supported('New York has 8.', cities);
    expect(judge('New York has 5.', cities).detail.misattributed).toEqual(['5']);
  });
});

describe('ratios', () => {
  const late = result([3, 12]);
  test('a percentage derived from two stated numbers must be right', () => {
    supported('3 of 12 shipments (25%) were late.', late);
    supported('3 out of 12, or 25%, were late.', late);
    unsupported('3 of 12 shipments (30%) were late.', late, ['30%']);
    unsupported('4 of 12 shipments (33%) were late.', late, ['4']);
    unsupported('Of 12 shipments 25% were late, 26% not.', late, ['25%', '26%']);
  });
});

describe('what is decided', () => {
  test('an empty result supports zero, the counts and the question', () => {
    const empty = [resultOf(['n'])];
    supported('There were 0 orders, zero in all of 2023.', empty, 'Orders of 2023?');
    unsupported('There were 3 orders.', empty, ['3']);
  });

  test('a result that was cut decides nothing against the answer', () => {
    const cut = [{ ...regions[0]!, truncated: 'rows' as const }];
    expect(judge('It was 5.', cut).verdict).toBe('inconclusive');
    expect(judge('It was 891,200.', cut).verdict).toBe('pass');
  });

  test('the reason says what is not in the result', () => {
    expect(judge('North sold 891,200 of 7 for "East".', regions).reason).toBe(
      'The answer states "7", which the result does not hold; the answer gives "891,200" of another row; the answer names "East", which the result does not hold',
    );
  });

  test('applies to allowed answers that were written', () => {
    expect(scorer.appliesTo(caseRunOf())).toBe(false);
    const output = { status: 'success', answer: 'x' } as const;
    expect(scorer.appliesTo(caseRunOf({ output }))).toBe(true);
    expect(scorer.appliesTo(caseRunOf({ output, expected: 'refused' }))).toBe(false);
    expect(() => scorer.score(caseRunOf())).toThrow(
      expect.objectContaining({ code: 'E_SCORER_NOT_APPLICABLE' }),
    );
    expect(bareContext.queries).toBeNull();
  });

  test('every whole number of a result is supported as it is printed, and one that is not there is not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 13, max: 10 ** 9 }), { minLength: 1, maxLength: 20 }),
        (numbers) => {
          const rows = result(...numbers.map((number) => [number]));
          const printed = numbers.map((number) => number.toLocaleString('en-US')).join('; ');
          expect(judge(`They are ${printed}.`, rows).verdict).toBe('pass');
          const sum = numbers.reduce((total, number) => total + number, 0);
          const other = sum + 10 ** 6;
          expect(judge(`It is ${other.toLocaleString('en-US')}.`, rows).verdict).toBe('fail');
        },
      ),
    );
  });

  test('any text is read without a failure', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (answer) => {
        fc.pre(answer.trim() !== '');
        expect(['pass', 'fail']).toContain(judge(answer, regions).verdict);
      }),
    );
  });
});
