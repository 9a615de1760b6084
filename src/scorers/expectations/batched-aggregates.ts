import type { Cell, ExecutionError, QueryRunner } from '../../types/index.js';
import type { DerivedQuery } from './derived-query.js';
import type { Answer, Unknown } from './result-facts.js';

/** Asks for one value over a result; what is asked at the same time is asked with one query. */
export type AskAggregate = (expression: string) => Promise<Answer<Cell>>;

/**
 * One query for all expressions that are asked for before the next turn of the event loop. Where it fails, each
 * expression is asked for by itself, so that only the one that fails stays unknown.
 */
export function batchedAggregates(queries: QueryRunner, result: DerivedQuery): AskAggregate {
  const known = new Map<string, Promise<Answer<Cell>>>();
  let waiting: { readonly expression: string; readonly tell: (answer: Answer<Cell>) => void }[] = [];

  const askAll = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    const list = asked.map(({ expression }) => expression).join(', ');
    const together = await queries.run(result.sql(`select ${list} from ${result.from}`));
    if (together.kind === 'success') {
      for (const [index, { tell }] of asked.entries()) tell(together.rows[0]?.[index] ?? null);
      return;
    }
    for (const { expression, tell } of asked) {
      if (asked.length === 1 || !isWorthAsking(together)) tell(failureOf(together));
      else tell(await askOne(queries, result, expression));
    }
  };

  return (expression) => {
    const before = known.get(expression);
    if (before !== undefined) return before;
    const answer = new Promise<Answer<Cell>>((tell, reject) => {
      waiting.push({ expression, tell });
      if (waiting.length === 1) queueMicrotask(() => void askAll().catch(reject));
    });
    known.set(expression, answer);
    return answer;
  };
}

async function askOne(queries: QueryRunner, result: DerivedQuery, expression: string): Promise<Answer<Cell>> {
  const { value, error } = await queries.scalar(result.sql(`select ${expression} from ${result.from}`));
  return error === null ? value : failureOf(error);
}

/** Without time, or without a database, the parts would fail like the whole. */
function isWorthAsking({ code, fault }: ExecutionError): boolean {
  return fault === 'query' && code !== 'budget_exceeded';
}

export function failureOf({ code, message }: ExecutionError): Unknown {
  return { unknown: 'query_failed', why: `the query that checks it failed (${code}): ${message}` };
}
