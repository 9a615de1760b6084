import { day, isoDate, timestamp } from './calendar.js';
import { apiaries, keepers } from './people-and-places.js';
import type { Random } from './random.js';
import { decimal, type Value } from './sql-text.js';

/** One stop of the yearly road: which region's blossom, when it opens, and which honey it gives. */
const stops = [
  { region: 1, opens: '02-18', honey: 1 },
  { region: 1, opens: '04-10', honey: 2 },
  { region: 4, opens: '05-08', honey: 3 },
  { region: 3, opens: '06-24', honey: 4 },
  { region: 5, opens: '07-04', honey: 5 },
  { region: 7, opens: '07-02', honey: 9 },
  { region: 6, opens: '08-09', honey: 6 },
  { region: 2, opens: '08-12', honey: 8 },
  { region: 8, opens: '09-05', honey: 7 },
] as const;

/** Where every colony starts from. */
const winterQuarters = 18;
/** An apiary that no colony has ever been driven to. */
const neverUsed = 14;

const queenLines = [
  'Carnica',
  'Carnica',
  'Carnica',
  'Ligustica',
  'Ligustica',
  'Buckfast',
  'Iberiensis',
  null,
];
const tempers = ['calm', 'calm', 'calm', 'lively', 'lively', 'furious'];

export interface ColonyTables {
  readonly colony: Value[][];
  readonly relocation: Value[][];
  readonly inspection: Value[][];
  readonly harvest: Value[][];
}

/** Drives every colony down the road for two seasons and writes down what happened. */
export function colonyTables(random: Random, count: number): ColonyTables {
  const tables: ColonyTables = { colony: [], relocation: [], inspection: [], harvest: [] };
  const drives: { readonly at: number; readonly minutes: number; readonly row: Value[] }[] = [];
  for (let id = 1; id <= count; id++) {
    const keeper = random.chance(8) ? null : random.between(1, keepers.length - 1);
    const lostOn = random.chance(14) ? day('2024-11-01') + random.between(0, 420) : null;
    const hivedOn = day('2021-04-01') + random.between(0, 1000);
    const lastDay = lostOn ?? day('2025-12-31');
    let standsAt = winterQuarters;
    let freeFrom = hivedOn;
    for (const year of [2024, 2025]) {
      for (const stop of stops) {
        const opens = day(`${year}-${stop.opens}`);
        if (!random.chance(stop.region === 6 ? 30 : 17)) continue;
        const departs = opens - random.between(1, 6);
        const flowers = opens + random.between(14, 24);
        if (departs < freeFrom || flowers > lastDay) continue;
        const open = openApiaries(stop.region, departs).filter((apiary) => apiary !== standsAt);
        if (open.length === 0) continue;
        const goesTo = random.pick(open);
        const minutes = random.chance(70) ? random.between(1200, 1700) : random.between(300, 900);
        const km = random.between(4, 46) * 40 + (standsAt === winterQuarters ? 20 : 0);
        drives.push({ at: departs, minutes, row: [id, standsAt, goesTo, km] });
        standsAt = goesTo;
        freeFrom = flowers + 1;
        if (random.chance(82)) {
          const kg = decimal(random.between(14, 120) * 250, 3);
          const moisture = random.chance(14) ? null : decimal(random.between(155, 199), 1);
          tables.harvest.push([0, id, goesTo, stop.honey, isoDate(flowers), kg, moisture]);
        }
      }
    }
    const code = `NR-${String(id).padStart(3, '0')}`;
    const place = lostOn === null && !isClosed(standsAt) ? standsAt : null;
    const lost = lostOn === null ? null : isoDate(lostOn);
    const frames = random.between(6, 12);
    tables.colony.push([id, code, random.pick(queenLines), keeper, place, isoDate(hivedOn), lost, frames]);
    for (let visit = random.between(3, 8); visit > 0; visit--) {
      const seenOn = day('2024-02-01') + random.between(0, 690);
      if (seenOn < hivedOn || seenOn > lastDay) continue;
      const visitor = random.chance(80) ? keeper : random.between(1, keepers.length - 1);
      const mites = random.chance(18) ? null : random.between(0, 14);
      const seenAt = timestamp(seenOn, random.between(420, 1140));
      tables.inspection.push([0, id, visitor, seenAt, mites, random.pick(tempers)]);
    }
  }
  drives.sort((one, other) => one.at - other.at || Number(one.row[0]) - Number(other.row[0]));
  const unfinished = drives.length - 4;
  drives.forEach(({ at, minutes, row: [colony, from, to, km] }, index) => {
    const drivingTime = Math.floor((Number(km) * 60) / 55);
    const arrived = index >= unfinished ? null : timestamp(at, minutes + drivingTime);
    tables.relocation.push([index + 1, colony!, from!, to!, timestamp(at, minutes), arrived, km!]);
  });
  numberBy(tables.harvest, 4);
  numberBy(tables.inspection, 3);
  return tables;
}

function isClosed(apiary: number): boolean {
  return apiaries[apiary - 1]![4] !== null;
}

function openApiaries(region: number, on: number): number[] {
  return apiaries.flatMap(([, where, , opened, closed], index) =>
    where === region &&
    index + 1 !== winterQuarters &&
    index + 1 !== neverUsed &&
    day(opened) <= on &&
    (closed === null || on < day(closed))
      ? [index + 1]
      : [],
  );
}

/** Puts rows in the order of an ISO column, then of their colony, and numbers them from 1. */
function numberBy(rows: Value[][], column: number): void {
  rows.sort((one, other) => {
    const [earlier, later] = [String(one[column]), String(other[column])];
    return earlier < later ? -1 : earlier > later ? 1 : Number(one[1]) - Number(other[1]);
  });
  for (const [index, row] of rows.entries()) row[0] = index + 1;
}
