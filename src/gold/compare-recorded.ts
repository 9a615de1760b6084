import { compareRowSets } from '../rowsets/index.js';
import { hasTopLevelOrderBy } from '../sql/index.js';
import type { Case, ExecutionSuccess, Row } from '../types/index.js';
import type { ExecutedGold } from './execute-golds.js';

/** Why a case's recorded result is not what its gold queries return; null when it is. */
export async function compareRecorded(
  item: Case,
  executed: Extract<ExecutedGold, { kind: 'executed' }>,
  dialect: string,
): Promise<string | null> {
  const { gold, alternatives } = executed;
  const names = gold.columns.map(({ name }) => name);
  const recorded = item.resultColumns ?? [];
  if (JSON.stringify(recorded) !== JSON.stringify(names)) {
    return `result_columns are [${recorded.join(', ')}], and the query returns [${names.join(', ')}]`;
  }
  const queries = [String(item.sql), ...(item.altSql ?? [])];
  const rows = [item.rows ?? [], ...(item.altRows ?? [])];
  if (rows.length !== 1 + alternatives.length) {
    return `there are ${rows.length - 1} alt_rows for ${alternatives.length} alt_sql`;
  }
  for (const [index, result] of [gold, ...alternatives].entries()) {
    const ordered = (item.orderMatters ?? false) || (await hasTopLevelOrderBy(queries[index]!, dialect));
    const difference = differs(rows[index]!, result, ordered);
    if (difference !== null) return index === 0 ? difference : `alternative ${index}: ${difference}`;
  }
  return null;
}

function differs(recorded: readonly Row[], result: ExecutionSuccess, ordered: boolean): string | null {
  const comparison = compareRowSets({ rows: recorded, columns: result.columns }, result, {
    order: ordered ? 'ordered' : 'ignore',
    tolerance: { absolute: 0, relative: 1e-9 },
    match: 'text_forms',
  });
  return comparison.outcome === 'equal' ? null : comparison.reason;
}
