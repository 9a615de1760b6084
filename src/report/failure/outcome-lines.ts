import type { CaseResult, ExpectationOutcome, Row } from '../../types/index.js';
import { printVisible } from '../../values/index.js';

const maxOutcomes = 10;
const maxRows = 3;

/** Every expectation that was not met, each with the first rows that break it; empty when there are none. */
export function outcomeLines({ scores, execution }: CaseResult): readonly string[] {
  const unmet = scores.flatMap(({ score }) => score.outcomes ?? []).filter(({ passed }) => !passed);
  const names = execution?.kind === 'success' ? execution.columns.map(({ name }) => name) : [];
  const left = unmet.length - maxOutcomes;
  return [
    ...unmet.slice(0, maxOutcomes).flatMap((outcome) => linesOf(outcome, names)),
    ...(left > 0 ? [`… ${left} more`] : []),
  ];
}

function linesOf(outcome: ExpectationOutcome, names: readonly string[]): readonly string[] {
  const { kind, column, detail, sampleRows = [] } = outcome;
  const head = [kind, column, detail].filter((part) => part !== undefined).join(' · ');
  return [`unmet: ${head}`, ...sampleRows.slice(0, maxRows).map((row) => `  ${rowText(row, names)}`)];
}

function rowText(row: Row, names: readonly string[]): string {
  return row.map((cell, index) => `${names[index] ?? index + 1}=${printVisible(cell)}`).join(', ');
}
