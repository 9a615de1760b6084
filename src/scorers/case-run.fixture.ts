import type { CaseRun, Cell, Column, ExecutionError, ResultSet, ScoreContext } from '../types/index.js';

/** A case run of an allowed answer, for tests; `parts` says what is different. */
export function caseRunOf(parts: Partial<CaseRun> = {}): CaseRun {
  const resultSets = parts.resultSets ?? [];
  return {
    case: { id: 'c', question: 'How many?', sql: 'SELECT 1' },
    role: 'default',
    expected: 'allowed',
    mode: 'full',
    pass: 1,
    output: { status: 'success', sql: 'SELECT 1' },
    statement: { sql: 'SELECT 1', cleaned: [] },
    execution: null,
    columns: resultSets[0]?.columns ?? null,
    rows: resultSets[0]?.rows ?? null,
    resultSets,
    retrieval: null,
    routed: null,
    flags: [],
    ...parts,
  };
}

export function resultOf(names: readonly string[], ...rows: readonly (readonly Cell[])[]): ResultSet {
  const columns = names.map((name): Column => ({ name, engineType: '', kind: 'mixed' }));
  return { columns, rows };
}

const noDatabase: ExecutionError = {
  kind: 'error',
  code: 'refused',
  fault: 'query',
  message: 'there is no database',
  latencySeconds: 0,
};

/** A context without a database, as scorers get it for answers that need none. */
export const bareContext: ScoreContext = {
  queries: null,
  gold: {
    sql: null,
    execute: async () => noDatabase,
    statement: async () => noDatabase,
  },
  catalog: async () => null,
  llm: null,
  equivalence: null,
  settings: {
    refusal: { code: 'SECURITY_VIOLATION', message: 'No access.' },
    unanswerable: { code: 'QUESTION_NOT_ANSWERABLE' },
    routing: { maxDatasources: 3 },
    datasourceNames: [],
  },
  signal: new AbortController().signal,
  clock: () => 0,
};
