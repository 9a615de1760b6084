import type { SourceLocation } from '../../types/index.js';
import { benchmarkError } from './benchmark-error.js';

/** One gold query of a gold file. */
export interface GoldLine {
  readonly sql: string;
  readonly dbId: string;
  readonly location: SourceLocation;
}

/**
 * Reads a gold file of Spider or BIRD: one `SQL<tab>db_id` a line, in the order of the questions. It has no ids, so
 * there must be exactly as many lines as questions.
 */
export function readGoldLines(file: string, text: string, questions: number): GoldLine[] {
  const lines = text
    .split('\n')
    .map((content, index) => ({ content: content.trim(), line: index + 1 }))
    .filter(({ content }) => content !== '')
    .map(({ content, line }) => readLine(file, content, line));
  if (lines.length !== questions)
    throw benchmarkError(file, `The file has ${lines.length} gold queries for ${questions} questions`);
  return lines;
}

function readLine(file: string, content: string, line: number): GoldLine {
  const tab = content.lastIndexOf('\t');
  const dbId = content.slice(tab + 1).trim();
  if (tab < 0 || dbId === '') throw benchmarkError(`${file}:${line}`, 'The line is not `SQL<tab>db_id`');
  return { sql: content.slice(0, tab).trim(), dbId, location: { file, line, column: 1 } };
}
