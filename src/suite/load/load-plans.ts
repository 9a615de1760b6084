import { dirname, resolve } from 'node:path';
import type { Plan, SourceLocation } from '../../types/index.js';
import type { SuiteProblem } from '../problem.js';
import { isOnePlan, planPerRoleSchema, planSchema } from '../schema/plan.js';
import { readValue } from '../schema/read-value.js';
import { readYaml, type YamlSource } from '../yaml/yaml-source.js';
import type { LocatedCase } from './located-case.js';
import { readText } from './read-text.js';

type PlanOfCase = Plan | Readonly<Record<string, Plan>>;

interface LoadedPlans {
  readonly plans: ReadonlyMap<string, PlanOfCase> | null;
  readonly problems: readonly SuiteProblem[];
}

/** Loads the plans file of a suite and makes sure that it has a plan for every case run, and no other. */
export async function loadPlans(
  suite: YamlSource,
  path: string | undefined,
  cases: readonly LocatedCase[],
): Promise<LoadedPlans> {
  if (path === undefined) return { plans: null, problems: [] };
  const file = resolve(dirname(suite.file), path);
  const read = await readText(file);
  if ('problem' in read) return failed(read.problem, suite.at(['plans']));
  const { source, problems } = readYaml(file, read.text);
  if (problems.length > 0) return { plans: null, problems };
  if (!isMapping(source.value))
    return failed('A file of plans is a mapping of case id to plan', source.at([]));
  return readPlans(source.value, source, cases);
}

function readPlans(
  values: Readonly<Record<string, unknown>>,
  source: YamlSource,
  cases: readonly LocatedCase[],
): LoadedPlans {
  const plans = new Map<string, PlanOfCase>();
  const problems: SuiteProblem[] = [];
  const rolesOf = new Map(
    cases.map(({ value }) => [value.id, Object.keys(value.expected ?? { default: 'allowed' })]),
  );
  for (const [id, value] of Object.entries(values)) {
    const read = isOnePlan(value)
      ? readValue(planSchema, value, source, [id])
      : readValue(planPerRoleSchema, value, source, [id]);
    problems.push(...read.problems);
    const roles = rolesOf.get(id);
    if (roles === undefined)
      problems.push({ message: `No case has the id "${id}"`, location: source.keyAt([], id) });
    if (read.value === undefined) continue;
    plans.set(id, read.value);
    if (roles === undefined || isOnePlan(read.value)) continue;
    for (const role of Object.keys(read.value)) {
      if (!roles.includes(role))
        problems.push({
          message: `Case ${id} is not run for role "${role}"`,
          location: source.keyAt([id], role),
        });
    }
  }
  return { plans, problems: [...problems, ...cases.flatMap((item) => missingPlans(item, values))] };
}

function missingPlans({ value, at }: LocatedCase, plans: Readonly<Record<string, unknown>>): SuiteProblem[] {
  if (value.kind === 'routing') return [];
  const plan = Object.hasOwn(plans, value.id) ? plans[value.id] : undefined;
  if (plan === undefined)
    return [{ message: `Case ${value.id} has no plan in the plans file`, location: at([]) }];
  if (!isMapping(plan) || isOnePlan(plan)) return [];
  return Object.keys(value.expected ?? { default: 'allowed' })
    .filter((role) => !Object.hasOwn(plan, role))
    .map((role) => ({
      message: `Case ${value.id} has no plan for role "${role}" in the plans file`,
      location: at([]),
    }));
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failed(message: string, location: SourceLocation): LoadedPlans {
  return { plans: null, problems: [{ message, location }] };
}
