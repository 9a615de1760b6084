import { colonyTables } from './colonies.js';
import { apiaries, honeys, keepers, partners, regions } from './people-and-places.js';
import { seededRandom } from './random.js';
import { decimal, insert, type Value } from './sql-text.js';
import { contractRows, payrollRows, saleTables } from './trade.js';

/** Every row of the ledger, as one script for DuckDB. */
export function ledgerScript(seed: number): string {
  const random = seededRandom(seed);
  const payroll = payrollRows(random);
  const bees = colonyTables(random, 120);
  const contract = contractRows(random, 64);
  const trade = saleTables(random, 340);
  const honey = honeys.map(([name, blossom, certified, cents]): Value[] => [
    name,
    blossom,
    certified,
    cents === null ? null : decimal(cents, 2),
  ]);
  return [
    '-- Written by generate.ts; do not edit.\n',
    insert('region', numbered(regions)),
    insert('apiary', numbered(apiaries)),
    insert('keeper', numbered(keepers)),
    insert('payroll', payroll),
    insert('honey', numbered(honey)),
    insert('colony', bees.colony),
    insert('relocation', bees.relocation),
    insert('inspection', bees.inspection),
    insert('harvest', bees.harvest),
    insert('partner', numbered(partners)),
    insert('contract', contract),
    insert('sale', trade.sale),
    insert('sale_line', trade.saleLine),
  ].join('\n');
}

function numbered(rows: readonly (readonly Value[])[]): Value[][] {
  return rows.map((row, index) => [index + 1, ...row]);
}
