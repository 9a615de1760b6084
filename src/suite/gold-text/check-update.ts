import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'yaml';
import { type Row, SqlassayError } from '../../types/index.js';
import { toPlain } from '../yaml/to-plain.js';
import { cellText } from './cell-text.js';
import type { PlacedComment } from './kept-comments.js';
import type { CaseResults } from './update-case-results.js';

/** A text of a file of cases, read. */
export interface ReadText {
  readonly document: Document.Parsed;
  readonly comments: readonly PlacedComment[];
}

interface Update {
  readonly before: ReadText;
  readonly after: ReadText;
  readonly updates: readonly CaseResults[];
  readonly file: string;
}

interface PlainCase {
  readonly id?: unknown;
  readonly rows?: readonly Row[];
  readonly alt_rows?: readonly (readonly Row[])[];
  readonly result_columns?: readonly string[];
}

/**
 * Makes sure that a changed text reads as intended and that nothing else in it changed. People write these files by
 * hand, in more ways than an editor of text can foresee.
 *
 * @throws E_GOLD_NOT_WRITTEN when it does not
 */
export function checkUpdate({ before, after, updates, file }: Update): void {
  const problem = findProblem(before, after, new Map(updates.map((update) => [update.id, update])));
  if (problem === undefined) return;
  throw new SqlassayError('E_GOLD_NOT_WRITTEN', {
    what: problem,
    where: file,
    advice:
      'The file was left as it is. Write the case in plain block style, without aliases around its rows, and try again.',
  });
}

function findProblem(
  before: ReadText,
  after: ReadText,
  updates: ReadonlyMap<string, CaseResults>,
): string | undefined {
  const [old, updated] = [plainOf(before), plainOf(after)];
  if (updated === null || old === null) return 'Writing the results would break the file';
  if (!isDeepStrictEqual(withoutResults(old, updates), withoutResults(updated, updates)))
    return 'Writing the results would change something else in the file';
  if (!isDeepStrictEqual(textsOf(before), textsOf(after))) return 'Writing the results would lose a comment';
  const lost = casesOf(updated).find((item) => {
    const update = updates.get(String(item.id));
    return update !== undefined && !reads(item, update);
  });
  return lost === undefined
    ? undefined
    : `The results of case ${String(lost.id)} would not be read back as they are`;
}

function textsOf({ comments }: ReadText): string[] {
  return comments.map((comment) => comment.text.trimEnd()).sort();
}

/** Null for what is no valid YAML. */
function plainOf({ document }: ReadText): unknown {
  let isBroken = document.errors.length > 0;
  const plain = toPlain(document, () => {
    isBroken = true;
  });
  return isBroken ? null : plain;
}

function casesOf(value: unknown): readonly PlainCase[] {
  const list = Array.isArray(value) ? value : (value as { cases?: unknown } | null)?.cases;
  return Array.isArray(list) ? list : [];
}

function withoutResults(value: unknown, updates: ReadonlyMap<string, CaseResults>): unknown {
  const cases = casesOf(value).map((item) => {
    const update = updates.get(String(item.id));
    if (update === undefined) return item;
    const { rows, alt_rows, result_columns, ...rest } = item;
    return {
      ...rest,
      ...(update.rows === undefined ? { rows } : {}),
      ...(update.altRows === undefined ? { alt_rows } : {}),
      ...(update.resultColumns === undefined ? { result_columns } : {}),
    };
  });
  return Array.isArray(value) ? cases : { ...(value as object), cases };
}

function reads(item: PlainCase, { rows, altRows, resultColumns }: CaseResults): boolean {
  return (
    (rows === undefined || (item.rows !== undefined && sameRows(item.rows, rows))) &&
    (resultColumns === undefined || isDeepStrictEqual(item.result_columns, resultColumns)) &&
    (altRows === undefined ||
      (item.alt_rows?.length === altRows.length &&
        altRows.every((alternative, index) => sameRows(item.alt_rows![index]!, alternative))))
  );
}

/** By their text: a decimal comes back as the text that spells it. */
function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
  const text = (rows: readonly Row[]) => rows.map((row) => row.map(cellText));
  return isDeepStrictEqual(text(a), text(b));
}
