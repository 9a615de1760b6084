import { relative } from 'node:path';
import { nameCaseRun } from '../../gate/index.js';
import type { CaseResult, Diff, KnownFailure } from '../../types/index.js';
import { cutBlock, cutLine, fitLine, wrapText } from '../text/cut-text.js';
import { printCount } from '../text/numbers.js';
import { createStyles, type Styles } from '../text/styles.js';
import { visibleLine, visibleText } from '../text/visible-text.js';
import { renderDiffTable } from './diff-table.js';
import { outcomeLines } from './outcome-lines.js';
import { pasteQuery } from './paste-query.js';
import { statusWords } from './status-words.js';
import { witnessBlock, witnessOf } from './witness-block.js';

export interface FailureOptions {
  /** Width of the terminal; longer lines are cut and marked. The query to paste is never cut. */
  readonly columns: number;
  readonly colors: boolean;
  /** Paths are shown relative to this folder. */
  readonly folder?: string;
  /** Set when the failure is known: what excuses it. */
  readonly known?: KnownFailure | null;
}

const indent = '  ';
const maxSqlLines = 30;
const maxText = 20_000;

/**
 * All that is known of a case run that did not pass: question, verdicts, both queries, the first differing rows and a
 * query to paste. Text of the suite, the model and the database is shown with its invisible characters spelled out, so
 * that none of it can write to the terminal by itself.
 */
export function renderFailure(result: CaseResult, options: FailureOptions): string {
  const styles = createStyles(options.colors);
  const width = Math.max(20, options.columns - indent.length);
  const sections = [
    [heading(result, options, styles), ...wrapText(visibleText(result.question), width).map(pad)],
    [...verdicts(result, width, styles), ...facts(result, width)],
    query('gold query', result.goldSql, width, styles),
    modelQuery(result, width, styles),
    differences(result, width, styles),
    counterexample(result, width, styles),
    outcomeLines(result).map((line) => pad(cutLine(visibleLine(line), width))),
    paste(result, styles),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function heading(result: CaseResult, options: FailureOptions, styles: Styles): string {
  const { word, symbol, paint } = statusWords(result.status, styles);
  const known = options.known ? ` (known until ${options.known.until})` : '';
  const place = result.source === null ? '' : ` · ${location(result.source, options.folder)}`;
  const name = visibleLine(nameCaseRun(result));
  const used = `${symbol} ${word}${known} ${name}`;
  const rest = cutLine(visibleLine(place), Math.max(1, options.columns - used.length));
  return `${paint(`${symbol} ${word}`)}${known} ${styles.strong(name)}${styles.quiet(rest)}`;
}

function location({ file, line, column }: NonNullable<CaseResult['source']>, folder?: string): string {
  const path = folder === undefined ? file : relative(folder, file);
  return `${path}:${line}:${column}`;
}

function verdicts({ scores, infrastructure }: CaseResult, width: number, styles: Styles): string[] {
  if (infrastructure !== null) {
    const text = `infrastructure failed at ${infrastructure.step}: ${infrastructure.message}`;
    return wrapMessage(text, width).map(pad);
  }
  const labels = Math.min(
    24,
    Math.max(6, width - 24),
    Math.max(0, ...scores.map(({ label }) => label.length)),
  );
  return scores.flatMap(({ label, score }) => {
    if (score.verdict === 'not_applicable') return [];
    const { paint } = statusWords(score.verdict, styles);
    const verdict = `${score.verdict.padEnd(4)}${score.basis === null ? '' : ` (${score.basis})`}`;
    const lead = `${fitLine(visibleLine(label), labels)}  `;
    const reason =
      score.reason === null ? [] : wrapMessage(score.reason, width - 4).map((line) => `    ${line}`);
    return [pad(`${lead}${paint(verdict)}`), ...reason.map(pad)];
  });
}

/** What was expected and what came back, where that is not simply rows. */
function facts(result: CaseResult, width: number): string[] {
  const { output, execution, expected } = result;
  const lines: string[] = [];
  if (expected !== 'allowed' || output.status !== 'success') {
    lines.push(`expected ${expected}, the solver answered ${output.status}`);
  }
  for (const { code, message } of output.errors.slice(0, 3)) lines.push(`solver error ${code}: ${message}`);
  if (execution?.kind === 'error') lines.push(`query failed (${execution.code}): ${execution.message}`);
  if (execution?.kind === 'success') {
    const { rowCount, truncated, dialectNotes } = execution;
    // Without a row read, no scorer asked for rows.
    if (truncated !== null && rowCount > 0)
      lines.push(`the result was cut at the ${truncated} limit, after ${rowCount} rows`);
    if (dialectNotes.length > 0) lines.push(`dialect notes: ${dialectNotes.join(', ')}`);
  }
  if (output.sql === null && output.answer !== null) lines.push(`answer: ${output.answer.slice(0, 500)}`);
  const flags = new Set([...result.flags, ...result.scores.flatMap(({ score }) => score.flags)]);
  if (flags.size > 0) lines.push(`flags: ${[...flags].join(', ')}`);
  return lines.flatMap((line) => wrapMessage(line, width)).map(pad);
}

/** Engines say things on several lines, some of which only point at a column of the one before. */
function wrapMessage(text: string, width: number): readonly string[] {
  return visibleText(text)
    .split('\n')
    .filter((line) => !/^\s*\^*\s*$/.test(line))
    .flatMap((line) => wrapText(line, width));
}

function query(title: string, sql: string | null, width: number, styles: Styles): string[] {
  if (sql === null || sql.trim() === '') return [];
  const text = visibleText(sql.length > maxText ? `${sql.slice(0, maxText)}…` : sql);
  const lines = cutBlock(text.trim(), width - indent.length, maxSqlLines);
  return [pad(styles.quiet(cutLine(visibleLine(title), width))), ...lines.map((line) => pad(pad(line)))];
}

function modelQuery({ statement, output }: CaseResult, width: number, styles: Styles): string[] {
  if (statement === null)
    return query("model's text (no statement was taken from it)", output.sql, width, styles);
  const cleaned = statement.cleaned.length === 0 ? '' : ` (cleaned: ${statement.cleaned.join(', ')})`;
  return query(`model's query${cleaned}`, statement.sql, width, styles);
}

function differences({ scores }: CaseResult, width: number, styles: Styles): string[] {
  const differing = scores.find(({ score }) => score.diff !== null && score.verdict !== 'pass');
  if (differing?.score.diff == null) return [];
  const { diff } = differing.score;
  const table = renderDiffTable(diff, { columns: width, styles });
  const counts = [
    diff.expectedRows === null ? '' : `${printCount(diff.expectedRows, 'row')} expected`,
    diff.actualRows === null ? '' : `${diff.actualRows} returned`,
    diff.missing === null ? '' : `${diff.missing} missing (-)`,
    diff.extra === null ? '' : `${diff.extra} extra (+)`,
  ].filter(Boolean);
  return [
    ...(counts.length === 0 ? [] : [pad(cutLine(counts.join(' · '), width))]),
    ...columnFacts(diff).map((line) => pad(cutLine(visibleLine(line), width))),
    ...(table === '' ? [] : table.split('\n').map(pad)),
  ];
}

function counterexample(result: CaseResult, width: number, styles: Styles): string[] {
  const witness = witnessOf(result);
  return witness === null ? [] : witnessBlock(witness, { columns: width, styles }).map(pad);
}

function columnFacts(diff: Diff): string[] {
  const { expectedColumns: expected, actualColumns: actual } = diff;
  const lines: string[] = [];
  if (expected !== undefined && actual !== undefined && expected.join('\0') !== actual.join('\0')) {
    lines.push(`columns expected: ${expected.join(', ')}`, `columns returned: ${actual.join(', ')}`);
  }
  for (const { column, expected: wanted, actual: got } of diff.typeMismatches ?? []) {
    lines.push(`type of ${column}: expected ${wanted}, returned ${got}`);
  }
  return lines;
}

/** Not indented and not cut: it is there to be copied. */
function paste(result: CaseResult, styles: Styles): string[] {
  const found = pasteQuery(result);
  return found === null ? [] : [pad(styles.quiet(`paste this ${found.purpose}:`)), found.sql];
}

function pad(line: string): string {
  return line === '' ? line : `${indent}${line}`;
}
