import type { Case } from '../../types/index.js';
import { type RecordedAnswer, unreadable } from './recorded-answer.js';

/**
 * Reads a Spider prediction file: one query a line, `SQL` or `SQL<tab>db_id`, in the order of the cases. The format has
 * no ids, so the counts must be equal; a database id that is there must be the case's.
 */
export function readSpiderPredictions(file: string, text: string, cases: readonly Case[]): RecordedAnswer[] {
  const lines = linesFor(cases.length, text);
  if (lines.length !== cases.length) {
    throw unreadable(
      file,
      `The file has ${lines.length} predictions for ${cases.length} cases; without ids the counts must be equal`,
    );
  }
  return cases.map((item, index) => {
    const { sql, line } = lines[index]!;
    const [query, dbId] = splitDatabase(sql);
    const where = `${file}:${line}`;
    if (dbId !== undefined && item.dbId !== undefined && dbId !== item.dbId)
      throw unreadable(
        where,
        `The prediction is for database "${dbId}", but case ${item.id} is on "${item.dbId}"`,
      );
    return { caseId: item.id, output: { status: 'success', sql: query }, delaySeconds: 0, where };
  });
}

interface Line {
  readonly sql: string;
  readonly line: number;
}

/** An empty line is a missing answer when the lines then add up, and otherwise only layout. */
function linesFor(count: number, text: string): readonly Line[] {
  const all = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((sql, index) => ({ sql: sql.trim(), line: index + 1 }));
  return all.length === count ? all : all.filter(({ sql }) => sql !== '');
}

function splitDatabase(line: string): [sql: string, dbId: string | undefined] {
  const tab = line.lastIndexOf('\t');
  const last = line.slice(tab + 1).trim();
  return tab >= 0 && /^[\w.-]+$/.test(last) ? [line.slice(0, tab).trim(), last] : [line, undefined];
}
