import { countOf } from '../values/index.js';
import { derivedRows, type Embedding } from './embedding.js';

/** The numbers of rows of both sides. */
export async function countSides({
  head,
  queries,
  expected,
  actual,
}: Embedding): Promise<{ expectedRows: number; actualRows: number }> {
  const rows = await derivedRows(
    queries,
    `${head}\nselect (select count(*) from ${expected}), (select count(*) from ${actual})`,
  );
  return { expectedRows: countOf(rows[0]?.[0]), actualRows: countOf(rows[0]?.[1]) };
}
