import { day, timestamp } from './calendar.js';
import { honeys } from './people-and-places.js';
import { seededRandom } from './random.js';
import { insert, type Value } from './sql-text.js';

const judges: readonly Value[][] = [
  ['Aoife Ní Mhaoilchiaráin', 'Ireland'],
  ['田中 はるか', 'Japan'],
  ['Bruno Sá', 'Portugal'],
  ['Ingrid Å', 'Norway'],
  ['中村 蓮', 'Japan'],
  ['Odile Lefèvre', 'France'],
  ['The Anonymous Palate', null],
  ['Φοίβος Μελισσάς', 'Greece'],
];

const remarks = [
  'warm hay',
  'too sweet?',
  'résiné, long',
  'smoke & salt',
  '最高！',
  '🐻 approves',
  "it's thin",
];

/** Every row of the tasting room, as one script for SQLite. */
export function tastingScript(seed: number): string {
  const random = seededRandom(seed);
  const jars = Array.from({ length: 22 }, (_, index): Value[] => {
    const label = `${String.fromCharCode(65 + (index % 11))}${index < 11 ? 1 : 2}`;
    return [index + 1, label, honeys[index % 11]![0], index < 11 ? 2024 : 2025];
  });
  const scores: Value[][] = [];
  for (const [jar] of jars) {
    judges.forEach((_, judge) => {
      for (const round of [1, 2]) {
        if (round === 2 && !random.chance(35)) continue;
        const points = random.chance(7) ? null : random.between(3, 10);
        const on = day('2025-11-08') + (round - 1);
        const remark = judge !== 3 && judge !== 6 && random.chance(30) ? random.pick(remarks) : null;
        const at = timestamp(on, 600 + Number(jar) * 14 + judge);
        scores.push([jar!, judge + 1, round, points, at, remark]);
      }
    });
  }
  return [
    '-- Written by generate.ts; do not edit.\n',
    insert('jar', jars),
    insert(
      'judge',
      judges.map((row, index) => [index + 1, ...row]),
    ),
    insert('score', scores),
  ].join('\n');
}
