import Table from 'cli-table3';
import type { CaseResult, Column, Row, Witness } from '../../types/index.js';
import { printVisible } from '../../values/index.js';
import { cutLine, fitLine, wrapText } from '../text/cut-text.js';
import { printCount } from '../text/numbers.js';
import { createStyles, type Styles } from '../text/styles.js';
import { visibleLine } from '../text/visible-text.js';

interface BlockOptions {
  readonly columns: number;
  readonly styles: Styles;
}

const mostRows = 12;
const narrowest = 6;
const widest = 30;

const realisms = {
  'real-rows': 'rows of your own',
  'real-values': 'values of your own in new rows',
  synthetic: 'made-up rows',
} as const;

const needs = {
  null: 'a NULL',
  'empty-table': 'an empty table',
  duplicate: 'a duplicate',
  tie: 'a tie',
} as const;

/** The counterexample of a case run's scores, if one has it. */
export function witnessOf({ scores }: CaseResult): Witness | null {
  return scores.find(({ score }) => score.witness !== undefined)?.score.witness ?? null;
}

/**
 * A counterexample as a person checks it: its tables, both results side by side, and the statements that make it. The
 * statements are not cut: they are there to be copied.
 */
export function witnessBlock(witness: Witness, { columns, styles }: BlockOptions): readonly string[] {
  return [
    ...wrapText(headline(witness), columns),
    ...witness.tables.flatMap(({ name, columns: names, rows }) => [
      styles.quiet(cutLine(visibleLine(`table ${name}${rows.length === 0 ? ' (empty)' : ''}`), columns)),
      ...(rows.length === 0 ? [] : table(names, rows, columns)),
    ]),
    ...results(witness, columns, styles),
    styles.quiet('paste this to see it:'),
    ...[...witness.ddl, ...witness.inserts].map((statement) => `${visibleLine(statement)};`),
  ];
}

function headline({ tables, realism, needs: needed, engine, confirmedOnTarget }: Witness): string {
  const count = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  const hangsOn = needed.length === 0 ? '' : ` · needs ${needed.map((one) => needs[one]).join(', ')}`;
  const target = confirmedOnTarget ? '' : ' · not confirmed on the target engine';
  return visibleLine(
    `the queries differ on a ${count}-row database of ${realisms[realism]}${hangsOn} · executed on ${engine}${target}`,
  );
}

/** Both results next to each other where they fit, else one below the other. */
function results(witness: Witness, columns: number, styles: Styles): readonly string[] {
  const { goldColumns, goldRows, candidateColumns, candidateRows } = witness;
  const half = Math.floor((columns - 3) / 2);
  const left = resultLines('gold', goldColumns, goldRows, half);
  const right = resultLines("model's", candidateColumns, candidateRows, half);
  if (half < 30) {
    return [
      ...paintFirst(resultLines('gold', goldColumns, goldRows, columns), styles),
      ...paintFirst(resultLines("model's", candidateColumns, candidateRows, columns), styles),
    ];
  }
  const height = Math.max(left.length, right.length);
  const width = Math.min(half, Math.max(...left.map((line) => line.length)));
  return Array.from({ length: height }, (_, at) =>
    `${fitLine(left[at] ?? '', width)}   ${right[at] ?? ''}`.trimEnd(),
  );
}

function paintFirst([first = '', ...rest]: readonly string[], styles: Styles): readonly string[] {
  return [styles.quiet(first), ...rest];
}

function resultLines(
  title: string,
  columns: readonly Column[],
  rows: readonly Row[],
  width: number,
): readonly string[] {
  const count = rows.length === 0 ? 'no rows' : printCount(rows.length, 'row');
  return [
    cutLine(`${title} result: ${count}`, width),
    ...(rows.length === 0
      ? []
      : table(
          columns.map(({ name }) => name),
          rows,
          width,
        )),
  ];
}

function table(names: readonly string[], rows: readonly Row[], columns: number): readonly string[] {
  const fits = Math.max(1, Math.floor((columns - 1) / (narrowest + 3)));
  const shown = names.slice(0, fits);
  const width = Math.min(widest, Math.max(narrowest, Math.floor((columns - 1) / shown.length) - 3));
  const made = new Table({
    head: shown.map((name) => cutLine(visibleLine(name), width)),
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows.slice(0, mostRows))
    made.push(shown.map((_, at) => cutLine(visibleLine(printVisible(row[at] ?? null)), width)));
  const left = rows.length - mostRows;
  const hidden = names.length - shown.length;
  return [
    ...made.toString().split('\n'),
    ...(left > 0 ? [`… ${printCount(left, 'more row')}`] : []),
    ...(hidden > 0 ? [`… ${printCount(hidden, 'more column')} not shown`] : []),
  ];
}

/** The lines of a counterexample that stands by itself. */
export function renderWitness(
  witness: Witness,
  { columns, colors }: { readonly columns: number; readonly colors: boolean },
): readonly string[] {
  return witnessBlock(witness, { columns, styles: createStyles(colors) });
}
