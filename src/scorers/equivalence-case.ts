import type { CaseRun, CheckContext, QueryPair, ScoreContext } from '../types/index.js';

/** The queries of a case run as checks of equivalence compare them: the model's with each gold. */
export interface EquivalenceCase {
  readonly pairs: readonly QueryPair[];
  readonly context: CheckContext;
}

/** What checks get of a case run, or why they can get nothing: a sentence a person can act on. */
export async function equivalenceCase(
  run: CaseRun,
  context: ScoreContext,
  seconds: number,
): Promise<EquivalenceCase | string> {
  const candidate = run.statement?.sql ?? context.queries?.modelSql ?? null;
  if (candidate === null) return 'There is no query to compare';
  const { equivalence } = context;
  const catalog = await context.catalog();
  const named = context.queries?.dialect ?? equivalence?.platform?.dialect ?? catalog?.dialect;
  if (named === undefined) return 'The dialect of the queries is not known: the case has no datasource';
  const pairs: QueryPair[] = [];
  for (const text of goldTexts(run, context)) {
    const statement = context.queries === null ? text : await context.gold.statement(text);
    if (typeof statement !== 'string')
      return `The gold query failed (${statement.code}): ${statement.message}`;
    pairs.push({ gold: statement, candidate, dialect: named });
  }
  if (pairs.length === 0) return 'The case has no gold query for this datasource';
  const scratch = await equivalence?.scratch(named);
  return {
    pairs,
    context: {
      ...(catalog === null ? {} : { catalog }),
      ...(scratch == null ? {} : { scratch }),
      ...(equivalence?.platform == null ? {} : { platform: equivalence.platform }),
      ...(equivalence?.kept == null ? {} : { kept: equivalence.kept }),
      signal: context.signal,
      budget: { milliseconds: seconds * 1000 },
    },
  };
}

function goldTexts({ case: { sql, altSql = [] } }: CaseRun, { gold }: ScoreContext): readonly string[] {
  const own = gold.sql ?? (typeof sql === 'string' ? sql : null);
  return own === null ? altSql : [own, ...altSql];
}
