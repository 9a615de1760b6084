import type { CaseResult } from '../../types/index.js';
import type { RetrievalBoard } from './board.js';

/** Averages what a schema retriever found, and how much it sent for that. */
export interface RetrievalTally {
  add(result: CaseResult): void;
  board(): RetrievalBoard | null;
}

const measures = {
  tableRecall: 'table_recall',
  columnRecall: 'column_recall',
  tablePrecision: 'table_precision',
  tablesSent: 'tables_sent',
  columnsSent: 'columns_sent',
} as const;

type Measure = keyof typeof measures;

export function createRetrievalTally(): RetrievalTally {
  const sums = new Map<Measure, { sum: number; count: number }>();
  let caseRuns = 0;
  return {
    add({ scores }) {
      for (const { score } of scores) {
        if (score.scorer !== 'retrieval_recall' || score.basis === null) continue;
        caseRuns += 1;
        for (const [measure, field] of Object.entries(measures) as [Measure, string][]) {
          const value = score.detail[field];
          if (typeof value !== 'number') continue;
          const { sum, count } = sums.get(measure) ?? { sum: 0, count: 0 };
          sums.set(measure, { sum: sum + value, count: count + 1 });
        }
      }
    },
    board() {
      if (caseRuns === 0) return null;
      const mean = (measure: Measure): number | null => {
        const found = sums.get(measure);
        return found === undefined ? null : found.sum / found.count;
      };
      return {
        caseRuns,
        tableRecall: mean('tableRecall'),
        columnRecall: mean('columnRecall'),
        tablePrecision: mean('tablePrecision'),
        tablesSent: mean('tablesSent'),
        columnsSent: mean('columnsSent'),
      };
    },
  };
}
