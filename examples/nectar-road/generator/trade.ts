import { day, isoDate, timestamp } from './calendar.js';
import { apiaries, honeys, keepers, partners } from './people-and-places.js';
import type { Random } from './random.js';
import { decimal, type Value } from './sql-text.js';

/** Monthly pay from January 2024 to December 2025; most months carry no bonus, and some keepers never had one. */
export function payrollRows(random: Random): Value[][] {
  const rows: Value[][] = [];
  keepers.forEach(([, , joined], index) => {
    const base = 210_000 + random.between(0, 30) * 5_000;
    for (let month = 0; month < 24; month++) {
      const firstDay = `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
      if (firstDay < joined) continue;
      const gross = decimal(base + (month >= 12 ? Math.floor(base / 40) : 0), 2);
      const bonus = index % 5 !== 4 && random.chance(12) ? decimal(random.between(5, 60) * 1_250, 2) : null;
      rows.push([index + 1, firstDay, gross, bonus]);
    }
  });
  return rows;
}

const crops = ['almond', 'cherry', 'apple', 'orange', 'lavender', 'buckwheat'];

/** Pollination contracts with the orchards, and now and then with a hotel that wants bees on its lawn. */
export function contractRows(random: Random, count: number): Value[][] {
  const hosts = partners.flatMap(([, , kind], index) => (kind === 'shop' ? [] : [index + 1]));
  return Array.from({ length: count }, (_, index) => {
    const starts = day('2024-02-01') + random.between(0, 640);
    const ends = starts + random.between(2, 10) * 7;
    const signed = random.chance(15)
      ? null
      : timestamp(starts - random.between(3, 60), random.between(480, 1080));
    const fee = decimal(random.between(8, 90) * 5_000 + random.between(0, 3) * 25, 2);
    const apiary = random.between(1, apiaries.length - 1);
    return [
      index + 1,
      random.pick(hosts),
      apiary,
      random.pick(crops),
      isoDate(starts),
      isoDate(ends),
      fee,
      signed,
    ];
  });
}

/** Partners that signed up but have not bought a jar yet. */
const notYetBuyers = [16, 20, 24];
/** Sold only at the door, never to a partner. */
const notForSale = [10, 12];

export interface TradeTables {
  readonly sale: Value[][];
  readonly saleLine: Value[][];
}

export function saleTables(random: Random, count: number): TradeTables {
  const buyers = partners.flatMap((_, index) => (notYetBuyers.includes(index + 1) ? [] : [index + 1]));
  const shelf = honeys.flatMap((_, index) => (notForSale.includes(index + 1) ? [] : [index + 1]));
  const moments = Array.from({ length: count - 4 }, () => ({
    on: day('2024-01-08') + random.between(0, 715),
    minutes: random.between(480, 1220),
  }));
  // The edges of August 2025: the first minute, the last evening, and the first minute after it.
  moments.push({ on: day('2025-08-01'), minutes: 0 }, { on: day('2025-08-31'), minutes: 1120 });
  moments.push({ on: day('2025-08-31'), minutes: 1439 }, { on: day('2025-09-01'), minutes: 0 });
  moments.sort((one, other) => one.on - other.on || one.minutes - other.minutes);
  const tables: TradeTables = { sale: [], saleLine: [] };
  moments.forEach(({ on, minutes }, index) => {
    const late = on > day('2025-10-15') ? 45 : 7;
    const paid = random.chance(late) ? null : isoDate(on + random.between(0, 40));
    tables.sale.push([index + 1, random.pick(buyers), timestamp(on, minutes), paid]);
    for (let line = 1, lines = random.pick([1, 1, 2, 2, 3, 5]); line <= lines; line++) {
      const honey = random.pick(shelf);
      const listed = honeys[honey - 1]![3]!;
      const price = random.chance(25) ? listed - random.pick([50, 100, 149]) : listed;
      tables.saleLine.push([
        index + 1,
        line,
        honey,
        random.pick([6, 6, 12, 12, 18, 24, 48]),
        decimal(price, 2),
      ]);
    }
  });
  return tables;
}
