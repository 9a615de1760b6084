import { type Plan, type Solver, type SolverOutput, SqlassayError, type Suite } from '../types/index.js';
import { digest } from './run-identity.js';
import type { PlannedRun } from './schedule/schedule.js';

/** Answers with the recorded plans of a suite, for mode plans. Every planned case run must have one. */
export function createPlanSolver(suite: Suite, runs: readonly PlannedRun[]): Solver {
  const { plans } = suite;
  if (plans === null) {
    throw new SqlassayError('E_PLANS_MISSING', {
      what: 'Mode plans needs recorded plans, and the suite has none',
      where: suite.file ?? suite.name,
      advice: 'Name a file of plans with `plans: plans.yaml`, or run in mode full.',
    });
  }
  const missing = runs.filter(({ caseId, role }) => planOf(suite, caseId, role) === undefined);
  if (missing.length > 0) {
    const named = [...new Set(missing.map(({ caseId, role }) => `${caseId} (${role})`))];
    throw new SqlassayError('E_PLANS_MISSING', {
      what: `${named.length} case runs have no recorded plan: ${named.slice(0, 10).join(', ')}${named.length > 10 ? ', ...' : ''}`,
      where: suite.file ?? suite.name,
      advice: 'Record a plan for each: `sql`, or `status` with `errors`.',
    });
  }
  return {
    name: 'plans',
    recorded: true,
    identity: digest([...plans]),
    async solve({ caseId, role }) {
      const plan = planOf(suite, caseId, role)!;
      return 'sql' in plan ? { status: 'success', sql: plan.sql } : (plan as SolverOutput);
    },
  };
}

function planOf(suite: Suite, caseId: string, role: string): Plan | undefined {
  const entry = suite.plans?.get(caseId);
  if (entry === undefined || isPlan(entry)) return entry;
  return entry[role];
}

/** A plan has `sql` as text or `status` as text; one plan per role has plans under every key. */
function isPlan(entry: Plan | Readonly<Record<string, Plan>>): entry is Plan {
  const { sql, status } = entry as Record<string, unknown>;
  return typeof sql === 'string' || typeof status === 'string';
}
