import type { CaseResult } from '../../types/index.js';
import { isVisible } from '../text/visible-text.js';

/** A query to paste into a client of the database, and what it shows. */
export interface PasteQuery {
  readonly purpose: string;
  readonly sql: string;
}

/** Longer ones are of no use on a terminal; the journal holds them whole. */
const maxLength = 4000;

/**
 * The query that shows how the two results differ, in the SQL that all engines share; where there is no such query,
 * the model's own or the gold query. Null when there is none that is safe to paste: what the guard did not accept, or
 * what holds characters that are not shown.
 */
export function pasteQuery(result: CaseResult): PasteQuery | null {
  const gold = usable(result.goldSql);
  const isRefused = result.execution?.kind === 'error' && result.execution.code === 'refused';
  const model = isRefused ? null : usable(result.statement?.sql ?? null);
  if (gold !== null && model !== null && isComparable(result)) {
    const sql = differenceQuery(gold, model);
    if (sql.length <= maxLength) return { purpose: 'to see how the rows differ (duplicates aside)', sql };
  }
  if (model !== null) return { purpose: "to run the model's query", sql: terminated(model) };
  return gold === null ? null : { purpose: 'to run the gold query', sql: terminated(gold) };
}

function usable(sql: string | null): string | null {
  if (sql === null || sql.length > maxLength || !isVisible(sql)) return null;
  const bare = sql.trim().replace(/;+$/, '').trim();
  return bare === '' ? null : bare;
}

// A semicolon after a comment would be part of it.
function terminated(sql: string): string {
  return /--|#/.test(sql.slice(sql.lastIndexOf('\n') + 1)) ? `${sql}\n;` : `${sql};`;
}

/** Both ran, and the results had as many columns as each other. */
function isComparable({ execution, scores }: CaseResult): boolean {
  if (execution?.kind !== 'success') return false;
  const diff = scores.find(({ score }) => score.diff !== null && score.verdict !== 'pass')?.score.diff;
  if (diff === undefined || diff === null || (diff.missing ?? 0) + (diff.extra ?? 0) === 0) return false;
  const expected = diff.expectedColumns?.length ?? diff.missingSample[0]?.length;
  return expected !== undefined && expected === execution.columns.length;
}

// Each query ends with a line break, so that a comment at its end does not swallow the parenthesis.
function differenceQuery(gold: string, model: string): string {
  return `WITH sqlassay_gold AS (
${gold}
), sqlassay_model AS (
${model}
)
SELECT 'missing' AS side, m.* FROM (SELECT * FROM sqlassay_gold EXCEPT SELECT * FROM sqlassay_model) AS m
UNION ALL
SELECT 'extra' AS side, e.* FROM (SELECT * FROM sqlassay_model EXCEPT SELECT * FROM sqlassay_gold) AS e;`;
}
