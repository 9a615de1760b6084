import type { CaseResult, Diff, Row, Witness } from '../../types/index.js';
import { type PlainValue, plainFromCell } from '../../values/index.js';

/**
 * One case run as JSON text on one line. Cells are written as values of JSON where it has them and else as their exact
 * text (integers beyond 2^53, decimals, dates); the journal keeps their types.
 */
export function resultJson(result: CaseResult): string {
  return toJson({
    ...result,
    scores: result.scores.map(({ label, score }) => ({
      label,
      score: {
        ...score,
        diff: score.diff === null ? null : plainDiff(score.diff),
        ...(score.witness === undefined ? {} : { witness: plainWitness(score.witness) }),
        outcomes:
          score.outcomes?.map((outcome) =>
            outcome.sampleRows === undefined
              ? outcome
              : { ...outcome, sampleRows: outcome.sampleRows.map(plainRow) },
          ) ?? null,
      },
    })),
  });
}

/** JSON text on one line; what JSON has no words for is written as its text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return `${part}`;
    if (typeof part === 'number' && !Number.isFinite(part)) return `${part}`;
    if (part instanceof Uint8Array) return `\\x${Buffer.from(part).toString('hex')}`;
    return part;
  });
}

function plainDiff(diff: Diff): object {
  const { firstDifference: first, cellDifferences, ...rest } = diff;
  return {
    ...rest,
    missingSample: diff.missingSample.map(plainRow),
    extraSample: diff.extraSample.map(plainRow),
    ...(first === undefined
      ? {}
      : {
          firstDifference: {
            row: first.row,
            expected: first.expected === null ? null : plainRow(first.expected),
            actual: first.actual === null ? null : plainRow(first.actual),
          },
        }),
    ...(cellDifferences === undefined
      ? {}
      : {
          cellDifferences: cellDifferences.map(({ expected, actual, ...place }) => ({
            ...place,
            expected: plainFromCell(expected),
            actual: plainFromCell(actual),
          })),
        }),
  };
}

/** A counterexample with its cells as plain JSON. */
export function plainWitness(witness: Witness): object {
  return {
    ...witness,
    tables: witness.tables.map((table) => ({ ...table, rows: table.rows.map(plainRow) })),
    goldRows: witness.goldRows.map(plainRow),
    candidateRows: witness.candidateRows.map(plainRow),
  };
}

function plainRow(row: Row): readonly PlainValue[] {
  return row.map(plainFromCell);
}
