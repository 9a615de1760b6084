import type { FuzzPair } from './fuzz-pair.js';
import type { Random } from './random.js';
import { SelectMaker } from './random-select.js';
import { rewritings } from './rewritings.js';
import type { SchemaModel } from './schema-model.js';
import { printSelect, type Select } from './select-model.js';

const harmless = ['condition', 'shuffledWhere', 'renamed', 'shuffledFrom', 'outerSelect', 'derivedTable'];
const all = Object.keys(rewritings);

/** Random queries, each with another way to write it that may or may not mean the same. */
export function randomPairs(schema: SchemaModel, count: number, random: Random): readonly FuzzPair[] {
  return Array.from({ length: count }, () => {
    const maker = new SelectMaker(schema, random);
    const gold = maker.select();
    const steps: string[] = [];
    let candidate = gold;
    for (let left = 1 + random.below(3); left > 0; left--) {
      const name = random.pick(random.chance(0.5) ? harmless : all);
      const next = rewritings[name]!(candidate, maker);
      if (next === null) continue;
      candidate = next;
      steps.push(name);
    }
    const [one, other] = random.chance(0.25)
      ? setOperations(gold, candidate, maker)
      : [gold, candidate].map(printSelect);
    const sorted = gold.order.map(({ output }) => output);
    return {
      origin: `random: ${steps.join(', ') || 'none'}`,
      gold: one!,
      candidate: other!,
      ...(sorted.length === 0 || one!.includes(' UNION ') ? {} : { sortedBy: sorted }),
    };
  });
}

/** Both as arms of a set operation, or two conditions as one. */
function setOperations(gold: Select, candidate: Select, maker: SelectMaker): readonly [string, string] {
  const { random } = maker;
  const bare = (one: Select): string => printSelect({ ...one, order: [], limit: null });
  const third = bare({ ...gold, where: [maker.condition(gold.from, false)] });
  const operator = random.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT']);
  if (random.chance(0.3) && gold.groupBy.length === 0) {
    const [left, right] = [maker.condition(gold.from, false), maker.condition(gold.from, false)];
    const arm = (one: typeof left): string => bare({ ...gold, distinct: false, where: [one] });
    const kind = operator === 'INTERSECT' ? 'and' : 'or';
    return [
      `${arm(left)} ${operator} ${arm(right)}`,
      bare({ ...gold, distinct: random.chance(0.7), where: [{ kind, parts: [left, right] }] }),
    ];
  }
  return random.chance(0.5)
    ? [`${bare(gold)} ${operator} ${third}`, `${bare(candidate)} ${operator} ${third}`]
    : [`${bare(gold)} ${operator} ${third}`, `${third} ${operator} ${bare(candidate)}`];
}
