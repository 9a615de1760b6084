import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogFromDdl } from './catalog-from-ddl.js';
import { printTables } from './print-catalog.fixture.js';
import { randomTables, withoutOrder } from './random-tables.fixture.js';

/** The numbers in turn, over and over. */
function choices(numbers: readonly number[]): () => number {
  let at = 0;
  return () => numbers[at++ % numbers.length]!;
}

const choiceNumbers = fc.array(fc.nat(1000), { minLength: 1, maxLength: 50 });

describe.each(['sqlite', 'duckdb', 'postgres', 'mysql', 'generic'])('%s', (dialect) => {
  it('reads back the tables that were printed', () => {
    fc.assert(
      fc.property(randomTables(dialect), choiceNumbers, (tables, numbers) => {
        const ddl = printTables(tables, dialect, choices(numbers));
        const { catalog, skipped } = catalogFromDdl(ddl, dialect);
        expect(skipped).toEqual([]);
        expect(withoutOrder(catalog.tables)).toEqual(withoutOrder(tables));
      }),
      { numRuns: 300 },
    );
  });

  it('throws nothing but its own error, whatever is cut out of a script', () => {
    fc.assert(
      fc.property(
        randomTables(dialect),
        choiceNumbers,
        fc.nat(),
        fc.nat(20),
        (tables, numbers, from, length) => {
          const ddl = printTables(tables, dialect, choices(numbers));
          const start = from % ddl.length;
          try {
            catalogFromDdl(ddl.slice(0, start) + ddl.slice(start + length), dialect);
          } catch (error) {
            expect(error).toMatchObject({ code: 'E_DDL_INVALID' });
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
