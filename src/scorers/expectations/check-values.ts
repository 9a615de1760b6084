import type { Cell } from '../../types/index.js';
import { cellKey, printCell } from '../../values/index.js';
import { type Finding, noRows, remarks, rowsText, sampleWhere, unknownFinding } from './finding.js';
import { type Answer, isUnknown, type ResultFacts } from './result-facts.js';

/** A rule for the values of one column. */
export interface ValueRule {
  /** Whether each value keeps to the rule; null when that takes too long to tell. */
  holds(cells: readonly Cell[]): readonly boolean[] | null;
  /** What breaks the rule, such as `a value outside the bounds`. */
  readonly broken: string;
  readonly acceptsNull: boolean;
}

/** Holds a rule against the different values of a column; NULL is left out and counted. */
export async function checkValues(
  about: { readonly kind: string; readonly column: string; readonly expected: unknown },
  column: number,
  facts: ResultFacts,
  rule: ValueRule,
): Promise<Finding> {
  const [nulls, rows, read] = await Promise.all([
    facts.nullCount(column),
    facts.rowCount(),
    facts.values(column),
  ]);
  if (isUnknown(read)) return unknownFinding(about, read);
  const { values, complete } = read;
  const holds = rule.holds(values.map(({ cell }) => cell));
  if (holds === null)
    return { ...about, passed: false, undecided: true, detail: 'checking the values took too long' };
  const broken = values.filter((_, index) => !holds[index]);
  const count = broken.reduce((sum, one) => sum + one.count, 0);
  const isUndecided = broken.length === 0 && !complete;
  const keys = new Set(broken.map(({ cell }) => cellKey(cell)));
  return {
    ...about,
    passed: broken.length === 0 && complete,
    ...(isUndecided ? { undecided: true } : {}),
    ...(broken.length === 0 ? {} : { actual: broken.slice(0, 20).map(({ cell }) => cell) }),
    count,
    ...remarks(
      broken.length > 0 &&
        `${complete ? '' : 'at least '}${rowsText(count)} with ${rule.broken}: ${some(broken.map(({ cell }) => cell))}`,
      isUndecided && 'not every value could be read',
      !rule.acceptsNull && nullRemark(nulls),
      rows === 0 ? noRows : values.length === 0 && complete && 'every value is NULL',
    ),
    ...(broken.length === 0
      ? {}
      : { sample: sampleWhere((row) => row[column] !== null && keys.has(cellKey(row[column]!))) }),
  };
}

/** How many rows a rule does not speak of, when there are any. */
export function nullRemark(nulls: Answer<number>): string | null {
  return isUnknown(nulls) || nulls === 0 ? null : `${rowsText(nulls)} with NULL left out`;
}

function some(cells: readonly Cell[]): string {
  const shown = cells.slice(0, 5).map((cell) => {
    const text = typeof cell === 'string' ? JSON.stringify(cell) : printCell(cell);
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
  });
  return `${shown.join(', ')}${cells.length > 5 ? ', ...' : ''}`;
}
