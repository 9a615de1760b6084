import { caseDatasource, datasourceLabels } from '../execution/index.js';
import { dialectOf } from '../platforms/index.js';
import type { SolverInput, Suite } from '../types/index.js';
import { digest } from './run-identity.js';
import type { RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';

/** Built field by field, so that nothing else of the case can reach a solver. */
export function solverInput(
  { case: item, caseId, role, pass }: PlannedRun,
  scope: RunScope,
  isRouted = scoresRouting(scope),
): SolverInput {
  const { suite, signal } = scope;
  const source = caseDatasource(item, suite);
  const kind = source === null ? undefined : suite.datasources[source.name]?.kind;
  return {
    caseId,
    question: item.question,
    ...(item.evidence === undefined ? {} : { evidence: item.evidence }),
    role,
    pass,
    ...(isRouted ? {} : { datasources: datasourceLabels(item, suite) }),
    dialect: isRouted ? commonDialect(suite) : kind === undefined ? 'generic' : dialectOf(kind),
    signal,
  };
}

/** A hash of what a solver is told about a case run. */
export function askedHash(run: PlannedRun, scope: RunScope, isRouted = scoresRouting(scope)): string {
  const { signal: _, ...told } = solverInput(run, scope, isRouted);
  return digest(told);
}

/** Where routing is scored, a solver must find out itself which datasources a question is for. */
export function scoresRouting({ scorers }: Pick<RunScope, 'scorers'>): boolean {
  return scorers.some(({ scorer }) => scorer.uses === 'route');
}

/** The case's own dialect would give its datasource away. */
function commonDialect({ datasources }: Suite): string {
  const [dialect, ...others] = new Set(Object.values(datasources).map(({ kind }) => dialectOf(kind)));
  return dialect === undefined || others.length > 0 ? 'generic' : dialect;
}
