import { z } from 'zod';
import type {
  Case,
  CaseRun,
  Mode,
  RetrievalRecord,
  ScoreContext,
  ScoreResult,
  Scorer,
  ScorerFactory,
} from '../../types/index.js';
import { requireApplicable } from '../require-applicable.js';
import { failed, notApplicable, passed } from '../score.js';
import { commonTableNames } from './common-table-names.js';
import { columnKey, pairKey, tableKey } from './schema-names.js';

const name = 'retrieval_recall';
const modes: ReadonlySet<Mode> = new Set(['full', 'retrieval']);

/**
 * Passes when the schema retriever sent every table and column that the case lists. `value` is column recall, or table
 * recall where the case lists no columns.
 */
export class RetrievalRecall implements Scorer {
  readonly name = name;
  readonly modes = modes;
  readonly needs = 'nothing';
  readonly uses = 'retrieve';

  appliesTo(run: CaseRun): boolean {
    return run.expected === 'allowed' && (run.case.tables ?? []).length > 0;
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    requireApplicable(name, this.appliesTo(run), run, 'the role must be allowed and the case list `tables`');
    if (run.retrieval === null) return notApplicable(name, 'The solver records no retrieval');
    const missed = await tablesThatAreNone(run.case, context);
    const wanted = wantedOf(run.case, missed);
    if (wanted.tables.size === 0) return notApplicable(name, 'The case lists no table of the database');
    return compare(wanted, sentOf(run.retrieval));
  }
}

/** Keys of tables and columns, each to the name it is reported by. */
interface Listed {
  readonly tables: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<string, string>;
}

async function tablesThatAreNone({ sql }: Case, { queries }: ScoreContext): Promise<ReadonlySet<string>> {
  const texts = sql === undefined ? [] : typeof sql === 'string' ? [sql] : Object.values(sql);
  const found = await Promise.all(texts.map((text) => commonTableNames(text, queries?.dialect ?? 'generic')));
  return new Set(found.flatMap((names) => [...names]).map(tableKey));
}

function wantedOf({ tables = [], columns = [] }: Case, noTables: ReadonlySet<string>): Listed {
  const kept = tables.filter((table) => !noTables.has(tableKey(table)));
  const named = new Map(kept.map((table) => [tableKey(table), table]));
  const only = named.size === 1 ? [...named.keys()][0]! : null;
  const wanted = new Map<string, string>();
  for (const column of columns) {
    const { table, column: own } = columnKey(column);
    const of = table ?? only;
    if (of !== null && noTables.has(of)) continue;
    wanted.set(of === null ? own : pairKey(of, own), column);
  }
  return { tables: named, columns: wanted };
}

function sentOf(record: RetrievalRecord): Listed {
  const tables = new Map<string, string>();
  const columns = new Map<string, string>();
  for (const [table, names] of Object.entries(record)) {
    const key = tableKey(table);
    tables.set(key, table);
    // A retriever may write a column with its table before it.
    for (const column of names) columns.set(pairKey(key, columnKey(column).column), `${table}.${column}`);
  }
  return { tables, columns };
}

function compare(wanted: Listed, sent: Listed): ScoreResult {
  const sentColumns = new Set(sent.columns.keys());
  // A column that the case does not place is one of any table.
  const bare = new Set([...sent.columns.keys()].map((key) => (JSON.parse(key) as [string, string])[1]));
  const missedTables = [...wanted.tables].filter(([key]) => !sent.tables.has(key)).map(([, table]) => table);
  const missedColumns = [...wanted.columns]
    .filter(([key]) => !sentColumns.has(key) && !bare.has(key))
    .map(([, column]) => column);
  const found = wanted.tables.size - missedTables.length;
  const tableRecall = found / wanted.tables.size;
  const columnRecall =
    wanted.columns.size === 0 ? null : (wanted.columns.size - missedColumns.length) / wanted.columns.size;
  const detail = {
    table_recall: tableRecall,
    column_recall: columnRecall,
    table_precision: sent.tables.size === 0 ? null : found / sent.tables.size,
    missed_tables: missedTables,
    missed_columns: missedColumns,
    tables_sent: sent.tables.size,
    columns_sent: sent.columns.size,
  };
  const value = columnRecall ?? tableRecall;
  if (missedTables.length === 0 && missedColumns.length === 0) return passed(name, null, { value, detail });
  return failed(name, reasonOf(missedTables, missedColumns, sent.tables.size), { value, detail });
}

function reasonOf(tables: readonly string[], columns: readonly string[], sent: number): string {
  const missed = [
    ...(tables.length === 0 ? [] : [`${tables.length === 1 ? 'table' : 'tables'} ${tables.join(', ')}`]),
    ...(columns.length === 0 ? [] : [`${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}`]),
  ];
  const among = sent === 0 ? 'nothing' : sent === 1 ? '1 table' : `${sent} tables`;
  return `The retriever did not send ${missed.join(' and ')}; it sent ${among}`;
}

export const retrievalRecallFactory: ScorerFactory = {
  interfaceVersion: 1,
  description: 'The schema retriever sent every table and column that the case lists',
  modes,
  needs: 'nothing',
  options: z.strictObject({}),
  create: () => new RetrievalRecall(),
};
