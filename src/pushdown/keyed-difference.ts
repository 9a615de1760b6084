import type { ComparisonSql } from '../dialects/index.js';
import type { Cell, Diff, Row } from '../types/index.js';
import { cellsMatch, countOf, prepareTolerance, type Tolerance } from '../values/index.js';
import { checkKeys, type KeyFacts, type KeyPlaces } from './check-keys.js';
import { derivedRows, type Embedding, keyExpression } from './embedding.js';
import { type ColumnPlan, type PairPlan, type Side, sideRow } from './plan-columns.js';
import { different, emptyDiff, equal, type PushedComparison, undecided } from './pushed-comparison.js';
import { pushedLimits } from './pushed-limits.js';
import type { PushedOptions } from './pushed-options.js';

/**
 * Compares two results row by row, the rows paired by a key. The join and all that is sure happens in the database; rows
 * that may differ are pulled and decided exactly, and where they are too many, what is sure of them is counted.
 */
export async function keyedDifference(
  embedding: Embedding,
  key: KeyPlaces,
  options: PushedOptions,
): Promise<PushedComparison> {
  const facts = await checkKeys(embedding, key, options);
  const repeated = repeatedKey(embedding, key, facts);
  if (repeated !== null) return repeated;
  const { plan, queries } = embedding;
  const join = joined(embedding, key, facts, options);
  const rows = await derivedRows(queries, `${join}\n${differingRows(embedding, key, options)}`);
  if (rows.length > pushedLimits.rows) return manyDifferences(embedding, key, facts, options);
  const judged = judge(rows, plan, options);
  if (judged.missing.length + judged.extra.length === 0)
    return equal(judged.isTolerated ? ['tolerance_decisive'] : []);
  const diff: Diff = {
    ...emptyDiff,
    ...facts.counts,
    missing: judged.missing.length,
    extra: judged.extra.length,
    missingSample: judged.missing.slice(0, pushedLimits.sample),
    extraSample: judged.extra.slice(0, pushedLimits.sample),
    columnMismatches: Object.fromEntries(judged.mismatches),
  };
  const detail = {
    keys_missing: judged.absent,
    keys_extra: judged.added,
    rows_mismatched: judged.mismatched,
  };
  return different(explain(detail, judged.mismatches), diff, detail);
}

function explain(
  {
    keys_missing,
    keys_extra,
    rows_mismatched,
  }: Readonly<Record<'keys_missing' | 'keys_extra' | 'rows_mismatched', number>>,
  mismatches: ReadonlyMap<string, number>,
): string {
  const columns = [...mismatches].map(([name, count]) => `${name} in ${count}`).join(', ');
  const parts = [
    keys_missing > 0 ? `${keys_missing} keys are missing` : null,
    keys_extra > 0 ? `${keys_extra} keys are not expected` : null,
    rows_mismatched > 0 ? `${rows_mismatched} rows differ${columns === '' ? '' : ` (${columns})`}` : null,
  ].filter((part) => part !== null);
  return parts.join(', and ');
}

/** A key must name one row: a repeated one is the model's fault in its own result, and decides nothing in the expected one. */
function repeatedKey(
  { plan }: Embedding,
  key: KeyPlaces,
  { counts, repeated }: KeyFacts,
): PushedComparison | null {
  const names = key.map((place) => plan.pairs[place]!.name).join(', ');
  if (repeated.actual)
    return different(`the match key (${names}) is not unique in the result`, { ...emptyDiff, ...counts });
  return repeated.expected
    ? undecided(`the match key (${names}) is not unique in the expected result`)
    : null;
}

/** The join of both sides on the key, with the keys of each side's columns and, where these are none, numbers as doubles. */
function joined(
  embedding: Embedding,
  key: KeyPlaces,
  { bothHaveNulls }: KeyFacts,
  { nullEquality }: PushedOptions,
): string {
  const { sql, plan, prefix, expected, actual, head } = embedding;
  const doubles = [...plan.pairs.entries()].filter(([, pair]) => needsDouble(pair, plan, sql));
  const side = (which: Side): string => {
    const keys = plan.pairs.map(
      (pair, place) => `${keyExpression(plan, pair.slots[which], which)} v${place}`,
    );
    const numbers = doubles.map(([place, pair]) => {
      const { double, place: at } = plan.keys[pair.slots[which]]![which]!;
      return `${(double ?? sql.asDouble)(`c${at}`)} x${place}`;
    });
    return `select 1 h, ${[...keys, ...numbers].join(', ')} from ${which === 'expected' ? expected : actual}`;
  };
  const [g, p] = [`${prefix}_gk`, `${prefix}_pk`];
  const on = key
    .map((place, index) => {
      const [one, other] = [`g.v${place}`, `p.v${place}`];
      // Without NULLs to meet, the plain condition is the cheaper one.
      const isPlain = nullEquality === 'distinct' || !bothHaveNulls[index];
      return isPlain ? `${one} = ${other}` : sql.same(one, other);
    })
    .join(' and ');
  const columns = (of: (name: string) => string): string =>
    [
      `${of('h')} gh, p.h ph`,
      ...plan.pairs.map((_, place) => `${of(`v${place}`)} g${place}, p.v${place} p${place}`),
      ...doubles.map(([place]) => `${of(`x${place}`)} gx${place}, p.x${place} px${place}`),
    ].join(', ');
  const both = columns((name) => `g.${name}`);
  const sides = `${head},\n${g} as ${sql.joinHint} (${side('expected')}),\n${p} as ${sql.joinHint} (${side('actual')})`;
  // Of the second join only rows without a partner are wanted, so that it needs no more of the other side than its key.
  const join = sql.fullJoin
    ? `select ${both} from ${g} g full join ${p} p on ${on}`
    : `select ${both} from ${g} g left join ${p} p on ${on}\nunion all\nselect ${columns(() => 'null')} from ${p} p left join ${g} g on ${on} where g.h is null`;
  return `${sides},\n${prefix}_j as (\n${join}\n)`;
}

const numbers: ReadonlySet<string> = new Set(['int', 'dec', 'f64']);

function isNumeric(pair: PairPlan, sql: ComparisonSql): boolean {
  if (sql.isNumber !== null) return true;
  return numbers.has(pair.expected.kind) && numbers.has(pair.actual.kind);
}

/** Whether a pair's numbers cannot be made doubles of out of their keys. */
function needsDouble(pair: PairPlan, { keys }: ColumnPlan, sql: ComparisonSql): boolean {
  if (!pair.isTolerant || !isNumeric(pair, sql)) return false;
  const { expected } = keys[pair.slots.expected]!;
  const { actual } = keys[pair.slots.actual]!;
  return pair.reads === 'number' || expected!.double !== null || actual!.double !== null;
}

/** A joined pair's numbers as doubles; NULL where a mixed column's value is no number. */
function doublesOf(
  sql: ComparisonSql,
  pair: PairPlan,
  place: number,
  plan: ColumnPlan,
): readonly [string, string] {
  if (needsDouble(pair, plan, sql)) return [`gx${place}`, `px${place}`];
  const of = (value: string): string =>
    sql.isNumber === null
      ? sql.asDouble(value)
      : `case when ${sql.isNumber(value)} then ${sql.asDouble(value)} end`;
  return [of(`g${place}`), of(`p${place}`)];
}

/** Of the join, the rows that are not surely equal, as `gh, ph, expected keys, actual keys`. */
function differingRows(embedding: Embedding, key: KeyPlaces, options: PushedOptions): string {
  const { plan, prefix } = embedding;
  const unsure = plan.pairs
    .flatMap((pair, place) => (key.includes(place) ? [] : [mayDiffer(embedding, pair, place, options)]))
    .map((part) => `\n or (${part})`)
    .join('');
  const shown = (side: 'g' | 'p', which: Side): string[] =>
    plan.pairs.map((pair, place) => plan.keys[pair.slots[which]]!.shown(`${side}${place}`));
  const list = ['gh', 'ph', ...shown('g', 'expected'), ...shown('p', 'actual')].join(', ');
  return `select ${list} from ${prefix}_j where gh is null or ph is null${unsure} limit ${pushedLimits.rows + 1}`;
}

/**
 * False when a pair of cells matches for certain; never NULL. An AND of negations, since engines stop within that at the
 * first cheap one that decides, but compute all of a negated OR.
 */
function mayDiffer(
  { plan, sql }: Embedding,
  pair: PairPlan,
  place: number,
  { nullEquality, tolerance }: PushedOptions,
): string {
  const [one, other] = [`g${place}`, `p${place}`];
  const shares = pair.slots.expected === pair.slots.actual;
  const isEqual = `case when ${one} = ${other} then 1 else 0 end = 1`;
  const bothNull = `${one} is null and ${other} is null`;
  const parts = [
    ...(shares ? [isEqual] : []),
    ...(nullEquality === 'equal' ? [`(${bothNull})`] : []),
    ...(pair.isTolerant && isNumeric(pair, sql) ? [within(plan, sql, pair, place, tolerance, 'surely')] : []),
  ];
  return parts.length === 0 ? '1 = 1' : parts.map((part) => `not (${part})`).join(' and ');
}

/**
 * A condition on two numbers as doubles: surely within the tolerance, or surely beyond it. What rounding could change is
 * neither.
 */
function within(
  plan: ColumnPlan,
  sql: ComparisonSql,
  pair: PairPlan,
  place: number,
  tolerance: Tolerance,
  which: 'surely' | 'beyond',
): string {
  const [x, y] = doublesOf(sql, pair, place, plan);
  const { near } = prepareTolerance(tolerance);
  const areDoubles = pair.expected.kind === 'f64' && pair.actual.kind === 'f64';
  const sizes = `(abs(${x}) + abs(${y}))`;
  const doubt = areDoubles ? '' : ` - 1e-15 * ${sizes}`;
  const finite = `abs(${x}) < 1e300 and abs(${y}) < 1e300`;
  if (which === 'surely') {
    const absolute = `abs(${x} - ${y}) <= ${text(near.absolute * 0.999)}${doubt}`;
    const bothDoubles =
      sql.isDouble === null
        ? areDoubles
          ? '1 = 1'
          : '1 = 0'
        : `${sql.isDouble(`g${place}`)} and ${sql.isDouble(`p${place}`)}`;
    // Half the sum of two sizes is never above the larger one.
    const relative = `(${bothDoubles} and abs(${x} - ${y}) <= ${text(near.relative * 0.499)} * ${sizes})`;
    return `case when ${finite} and (${absolute} or ${relative}) then 1 else 0 end = 1`;
  }
  return `case when ${finite} and abs(${x} - ${y}) > ${text(near.widened * 1.001)} + ${text(near.relative * 1.001 + 2e-15)} * ${sizes} then 1 else 0 end = 1`;
}

function text(value: number): string {
  return value.toExponential();
}

interface Judged {
  readonly missing: readonly Row[];
  readonly extra: readonly Row[];
  readonly absent: number;
  readonly added: number;
  readonly mismatched: number;
  readonly mismatches: ReadonlyMap<string, number>;
  /** True when some cells match only within the tolerance. */
  readonly isTolerated: boolean;
}

/** Decides pulled rows of the join exactly. */
function judge(rows: readonly Row[], plan: ColumnPlan, { nullEquality, tolerance }: PushedOptions): Judged {
  const missing: Row[] = [];
  const extra: Row[] = [];
  const mismatches = new Map<string, number>();
  let [absent, added, mismatched] = [0, 0, 0];
  let isTolerated = false;
  const width = plan.pairs.length;
  for (const row of rows) {
    const expected = row[0] === null ? null : pairedRow(row.slice(2, 2 + width), plan, 'expected');
    const actual = row[1] === null ? null : pairedRow(row.slice(2 + width), plan, 'actual');
    if (actual === null) absent++;
    if (expected === null) added++;
    if (expected !== null && actual !== null) {
      const differing = plan.pairs.filter((_, place) => !matches(expected[place]!, actual[place]!));
      if (differing.length === 0) {
        isTolerated = true;
        continue;
      }
      mismatched++;
      for (const { name } of differing) mismatches.set(name, (mismatches.get(name) ?? 0) + 1);
    }
    if (expected !== null) missing.push(expected);
    if (actual !== null) extra.push(actual);
  }
  return { missing, extra, absent, added, mismatched, mismatches, isTolerated };

  function matches(one: Cell, other: Cell): boolean {
    if (one === null || other === null) return one === other && nullEquality === 'equal';
    return cellsMatch(one, other, tolerance);
  }
}

/** A side's row out of one cell a pair. */
function pairedRow(cells: Row, plan: ColumnPlan, side: Side): Row {
  const bySlot: Cell[] = [];
  for (const [place, pair] of plan.pairs.entries()) bySlot[pair.slots[side]] = cells[place]!;
  return sideRow(bySlot, plan, side);
}

/** More differences than may be pulled: a sure one decides, else nothing does. */
async function manyDifferences(
  embedding: Embedding,
  key: KeyPlaces,
  facts: KeyFacts,
  options: PushedOptions,
): Promise<PushedComparison> {
  const { plan, prefix, queries } = embedding;
  const others = plan.pairs.flatMap((pair, place) => (key.includes(place) ? [] : [{ pair, place }]));
  const sums = others.map(({ pair, place }) => {
    const beyond = surelyDiffers(embedding, pair, place, options);
    return `sum(case when gh is not null and ph is not null and (${beyond}) then 1 else 0 end)`;
  });
  const unsure = others
    .map(({ pair, place }) => `(${mayDiffer(embedding, pair, place, options)})`)
    .join(' or ');
  const list = [
    'sum(case when gh is null then 1 else 0 end)',
    'sum(case when ph is null then 1 else 0 end)',
    `sum(case when gh is not null and ph is not null and (${unsure === '' ? '1 = 0' : unsure}) then 1 else 0 end)`,
    ...sums,
  ];
  const rows = await derivedRows(
    queries,
    `${joined(embedding, key, facts, options)}\nselect ${list.join(', ')} from ${prefix}_j`,
  );
  const [added, absent, open, ...counts] = rows[0]!.map(countOf);
  const mismatches = new Map(others.map(({ pair }, index) => [pair.name, counts[index]!]));
  for (const [name, count] of mismatches) if (count === 0) mismatches.delete(name);
  const detail = { keys_missing: absent!, keys_extra: added!, rows_mismatched: open! };
  const isExact = others.every(({ pair }) => pair.isExact);
  const diff: Diff = {
    ...emptyDiff,
    ...facts.counts,
    ...(isExact ? { missing: absent! + open!, extra: added! + open! } : {}),
    columnMismatches: Object.fromEntries(mismatches),
  };
  if (absent! + added! + mismatches.size > 0) return different(explain(detail, mismatches), diff, detail);
  return undecided(
    `${open} rows lie so near the tolerance, or have cells of such types, that they must be looked at one by one, which are too many`,
    { undecided_rows: open },
    diff,
  );
}

/** True when a pair of cells differs for certain. */
function surelyDiffers(
  { plan, sql }: Embedding,
  pair: PairPlan,
  place: number,
  { nullEquality, tolerance }: PushedOptions,
): string {
  const [one, other] = [`g${place}`, `p${place}`];
  const oneNull = `case when ${one} is null then 1 else 0 end <> case when ${other} is null then 1 else 0 end`;
  const anyNull = nullEquality === 'equal' ? oneNull : `${one} is null or ${other} is null`;
  if (pair.isExact)
    return `${anyNull} or case when ${one} = ${other} then 0 when ${one} is null or ${other} is null then 0 else 1 end = 1`;
  if (pair.isForeign) return `${anyNull} or (${one} is not null and ${other} is not null)`;
  if (pair.isTolerant && isNumeric(pair, sql)) {
    const beyond = within(plan, sql, pair, place, tolerance, 'beyond');
    if (sql.isNumber === null) return `${anyNull} or ${beyond}`;
    const apart = `case when ${one} is null or ${other} is null or ${one} = ${other} or (${sql.isNumber(one)} and ${sql.isNumber(other)}) then 0 else 1 end = 1`;
    return `${anyNull} or ${beyond} or ${apart}`;
  }
  return anyNull;
}
