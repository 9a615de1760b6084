import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { type Row, SqlassayError } from '../../types/index.js';
import { parseOptions } from '../yaml/yaml-source.js';
import { checkUpdate, type ReadText } from './check-update.js';
import {
  contentEnd,
  findComments,
  keepComments,
  lastOf,
  noComments,
  type PlacedComment,
} from './kept-comments.js';
import { altRowsText, columnsText, flowAltRows, flowRows, rowsText, type ValueText } from './result-text.js';

/** What a case's gold queries returned; a part that is absent is left as the file has it. */
export interface CaseResults {
  readonly id: string;
  readonly rows?: readonly Row[];
  readonly resultColumns?: readonly string[];
  readonly altRows?: readonly (readonly Row[])[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The keys that are written, in the order they get, and the keys each one is put behind when it is new. */
const placement = [
  ['rows', ['sql']],
  ['result_columns', ['rows', 'sql']],
  ['alt_rows', ['alt_sql', 'result_columns', 'rows', 'sql']],
] as const;

/**
 * Puts results into the text of a file of cases (or of a suite with inline cases). Only the values of `rows`,
 * `result_columns` and `alt_rows` change, each row on a line of its own; every comment, key and blank line stays. Doing
 * it twice changes nothing more.
 *
 * @throws E_CASE_NOT_IN_FILE for an id that the file does not have, E_GOLD_NOT_WRITTEN when the text cannot be changed
 * without changing something else, such as rows that another case shares by an alias
 */
export function updateCaseResults(text: string, updates: readonly CaseResults[], file = 'the file'): string {
  const before = readText(text);
  const { document, comments } = before;
  const cases = caseNodes(document, file);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const edits = updates.flatMap((update) => {
    const node = cases.get(update.id);
    if (node === undefined) throw notInFile(update.id, file);
    return editsOf(node, update, { text, comments, newline });
  });
  const updated = apply(text, edits);
  if (updated === text) return text;
  checkUpdate({ before, after: readText(updated), updates, file });
  return updated;
}

function readText(text: string): ReadText {
  return { document: parseDocument(text, parseOptions), comments: findComments(text) };
}

interface Context {
  readonly text: string;
  readonly comments: readonly PlacedComment[];
  readonly newline: string;
}

function caseNodes(document: Document.Parsed, file: string): Map<string, YAMLMap> {
  if (document.errors.length > 0) {
    throw new SqlassayError('E_GOLD_NOT_WRITTEN', {
      what: `The file is not valid YAML: ${document.errors[0]!.message}`,
      where: file,
      advice: 'Run `sqlassay validate`, and correct what it finds.',
    });
  }
  const { contents } = document;
  const list = isMap(contents) ? contents.get('cases', true) : contents;
  const nodes = isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
  return new Map(nodes.map((node) => [String(node.get('id')), node]));
}

function editsOf(node: YAMLMap, update: CaseResults, context: Context): Edit[] {
  const values = valuesOf(update, node.flow === true);
  const behind = new Map<Pair, string[]>();
  const edits = placement.flatMap(([key, anchors]): Edit[] => {
    const value = values[key];
    if (value === undefined) return [];
    const pair = findPair(node, key);
    if (pair !== undefined) return [replacement(pair, value, context)];
    const anchor =
      anchors.map((name) => findPair(node, name)).find((found) => found !== undefined) ?? node.items.at(-1)!;
    const indent = columnOf(node.items[0]!, context.text);
    behind.set(anchor, [
      ...(behind.get(anchor) ?? []),
      `${key}${value(indent, noComments, context.newline)}`,
    ]);
    return [];
  });
  return [...edits, ...[...behind].map(([anchor, added]) => insertion(node, anchor, added, context))];
}

function valuesOf(
  { rows, resultColumns, altRows }: CaseResults,
  flow: boolean,
): Partial<Record<(typeof placement)[number][0], ValueText | undefined>> {
  return {
    rows: rows && (flow ? flowRows(rows) : rowsText(rows)),
    result_columns: resultColumns && columnsText(resultColumns),
    alt_rows: altRows && (flow ? flowAltRows(altRows) : altRowsText(altRows)),
  };
}

function replacement(pair: Pair, value: ValueText, { text, comments, newline }: Context): Edit {
  const key = pair.key as Scalar;
  const start = key.range![1];
  const node = pair.value as Node | null;
  const colon = text.indexOf(':', start) + 1;
  const end = node?.range ? Math.max(contentEnd(node), colon) : colon;
  const anchor = node !== null && 'anchor' in node && node.anchor !== undefined ? ` &${node.anchor}` : '';
  const isAlternatives = key.value === 'alt_rows';
  const kept = keepComments(text, comments, { start, end, value: node, isAlternatives });
  const written = value(columnOf(pair, text), kept, newline);
  return { start, end, text: anchor === '' ? written : written.replace(/^:/, `:${anchor}`) };
}

function insertion(node: YAMLMap, anchor: Pair, added: readonly string[], { text, newline }: Context): Edit {
  const value = (anchor.value as Node | null) ?? (anchor.key as Node);
  if (node.flow) {
    const at = value.range![1];
    return { start: at, end: at, text: added.map((item) => `, ${item}`).join('') };
  }
  const at = lineBehind(text, value);
  const pad = ' '.repeat(columnOf(node.items[0]!, text));
  const lines = added.map((item) => pad + item).join(newline);
  const startsLine = at === 0 || text[at - 1] === '\n';
  return { start: at, end: at, text: startsLine ? lines + newline : newline + lines };
}

function findPair(node: YAMLMap, key: string): Pair | undefined {
  return node.items.find((item) => isScalar(item.key) && item.key.value === key);
}

function columnOf(pair: Pair, text: string): number {
  const offset = (pair.key as Scalar).range![0];
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** Where a line behind a value begins: before the empty lines that only set it apart from what comes next. */
function lineBehind(text: string, value: Node): number {
  const end = contentEnd(value);
  const last = lastOf(value);
  if (!isScalar(last) || (last.type !== 'BLOCK_LITERAL' && last.type !== 'BLOCK_FOLDED')) {
    return endOfLine(text, end);
  }
  const [header = ''] = text.slice(last.range![0]).split('\n', 1);
  // With `|+` the empty lines belong to the text.
  if (/^[|>]\d?\+/.test(header)) return end;
  const emptyLines = /(?<=\n)(?:\r?\n)+$/.exec(text.slice(0, end));
  return emptyLines?.index ?? end;
}

/** The next line's first character, or the text's end. */
function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline + 1;
}

/** The last edit first, so that the offsets of the others stay true. */
function apply(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}

function notInFile(id: string, file: string): SqlassayError {
  return new SqlassayError('E_CASE_NOT_IN_FILE', {
    what: `There is no case "${id}" whose results could be written`,
    where: file,
    advice: 'Pass the file that the case comes from.',
  });
}
