import fc from 'fast-check';
import type { Cell } from '../types/index.js';
import { doubleCell, intCell } from './number-cells.js';

const unicode = fc.string({ unit: 'binary', maxLength: 6 });
const bytes = fc.uint8Array({ maxLength: 5 });

/** Numbers of every type, with few distinct values, so that equal ones of different types are common. */
export const numberCells: fc.Arbitrary<Cell> = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(intCell),
  fc.integer({ min: -3, max: 3 }).map(doubleCell),
  fc.constantFrom(0.5, -0.25, 0.1, 0.30000000000000004, 1e-7, 5e-324, -0, Number.NaN).map(doubleCell),
  fc.constantFrom(1e300, 2 ** 53, 2 ** 60, -(2 ** 53), Number.POSITIVE_INFINITY).map(doubleCell),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, 2n ** 60n, -(2n ** 60n), 10n ** 30n).map(intCell),
  fc
    .record({
      u: fc.constantFrom(0n, 1n, 5n, -25n, 10n, 100n, 500n, 3n * 10n ** 20n),
      s: fc.constantFrom(0, 1, 2, 20),
    })
    .map(({ u, s }): Cell => ({ k: 'dec', u, s })),
  fc.double().map(doubleCell),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(intCell),
);

const scalars: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 4, arbitrary: numberCells },
  fc.constantFrom<Cell>(null, true, false, '', '1', 'NULL', 'true', '[1]', 'é', 'e\u0301', 'a ', 'a'),
  unicode,
  fc.constantFrom<Cell>({ k: 'enum', v: 'a' }, { k: 'enum', v: '1' }),
  bytes.map((v): Cell => ({ k: 'blob', v })),
  bytes.map((raw): Cell => ({ k: 'text', v: '\ufffd', raw: new Uint8Array([0xff, ...raw]) })),
  fc
    .oneof(fc.integer({ min: -800_000, max: 3_000_000 }), fc.constantFrom('inf' as const, '-inf' as const))
    .map((d): Cell => ({ k: 'date', d })),
  fc
    .record({
      ns: fc.bigInt({ min: 0n, max: 86_399_999_999_999n }),
      off: fc.option(fc.constantFrom(0, 3600, -19_800)),
    })
    .map(({ ns, off }): Cell => (off === null ? { k: 'time', ns } : { k: 'time', ns, off })),
  fc
    .record({
      ns: fc.oneof(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.constantFrom(0n, 'inf' as const, '-inf' as const),
      ),
      p: fc.constantFrom(0, 6, 9),
      tz: fc.boolean(),
    })
    .map((value): Cell => ({ k: 'ts', ...value })),
  fc
    .record({
      mo: fc.integer({ min: -30, max: 30 }),
      d: fc.integer({ min: -3, max: 3 }),
      ns: fc.bigInt({ min: -9n, max: 9n }),
    })
    .map((value): Cell => ({ k: 'ivl', ...value })),
  fc.jsonValue({ maxDepth: 2 }).map((value): Cell => ({ k: 'json', v: JSON.stringify(value) })),
  fc.constantFrom<Cell>(
    { k: 'json', v: '{"a":1,"b":[2.0]}' },
    { k: 'json', v: '{ "b": [2], "a": 1e0 }' },
    { k: 'json', v: '{"a":1,' },
    { k: 'uuid', v: 'ABC' },
    { k: 'uuid', v: 'abc' },
    { k: 'bits', v: '101' },
    { k: 'other', v: '1', t: 'POINT' },
    { k: 'other', v: '1', t: 'CIDR' },
  ),
);

/** Cells of every kind, nested too. */
export const cells: fc.Arbitrary<Cell> = fc.letrec<{ cell: Cell }>((tie) => ({
  cell: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 8, arbitrary: scalars },
    fc.array(tie('cell'), { maxLength: 3 }).map((v): Cell => ({ k: 'list', v })),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '__proto__'), tie('cell')), { maxLength: 2 })
      .map((v): Cell => ({ k: 'struct', v })),
    fc.array(fc.tuple(tie('cell'), tie('cell')), { maxLength: 2 }).map((v): Cell => ({ k: 'map', v })),
  ),
})).cell;
