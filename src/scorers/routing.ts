import { z } from 'zod';
import type {
  CaseRun,
  Mode,
  ScoreContext,
  ScoreResult,
  Scorer,
  ScorerFactory,
  ScoringSettings,
} from '../types/index.js';
import { requireApplicable } from './require-applicable.js';
import { failed, notApplicable, passed } from './score.js';

const name = 'routing';
const modes: ReadonlySet<Mode> = new Set(['full', 'retrieval']);

/**
 * Where a question went. Mode full: the datasources the run used are exactly the case's. Mode retrieval: one of the case's
 * is ranked first (`top1`), and all are among the first `settings.routing.maxDatasources` (`shortlist`).
 */
export class Routing implements Scorer {
  readonly name = name;
  readonly modes = modes;
  readonly needs = 'nothing';
  readonly uses = 'route';

  appliesTo(run: CaseRun): boolean {
    return run.expected === 'allowed';
  }

  score(run: CaseRun, { settings }: ScoreContext): ScoreResult {
    requireApplicable(name, this.appliesTo(run), run, 'the role must be allowed');
    const wanted = wantedOf(run, settings);
    if (wanted.length === 0) return notApplicable(name, 'The case names no datasource');
    return run.mode === 'retrieval'
      ? ranked(wanted, distinct(run.routed ?? []), settings.routing.maxDatasources)
      : used(wanted, run);
  }
}

function ranked(wanted: readonly string[], routed: readonly string[], shortlisted: number): ScoreResult {
  const shortlist = routed.slice(0, shortlisted);
  const missed = missing(wanted, shortlist);
  const top1 = routed[0] !== undefined && has(wanted, routed[0]);
  const detail = {
    top1,
    shortlist: missed.length === 0,
    routed,
    missed,
    ...overlap(wanted, routed),
  };
  if (top1 && missed.length === 0) return passed(name, null, { detail });
  if (routed.length === 0) return failed(name, 'The router ranked no datasource', { detail });
  const problems = [
    ...(top1 ? [] : [`${routed[0]} is ranked first, not ${wanted.join(' or ')}`]),
    ...(missed.length === 0
      ? []
      : [`${missed.join(', ')} ${missed.length === 1 ? 'is' : 'are'} not among the first ${shortlisted}`]),
  ];
  return failed(name, problems.join('; '), { detail });
}

function used(wanted: readonly string[], { output }: CaseRun): ScoreResult {
  const routed = distinct(output.datasources ?? []);
  const ranking = distinct(output.ranking ?? routed);
  const missed = missing(wanted, routed);
  const both = overlap(wanted, routed);
  const detail = {
    top1: ranking[0] !== undefined && has(wanted, ranking[0]),
    shortlist: missing(wanted, ranking).length === 0,
    routed,
    missed,
    ...both,
  };
  if (both.exact) return passed(name, null, { detail });
  const reason =
    routed.length === 0
      ? 'The solver says of no datasource that it used it'
      : `The run used ${routed.join(', ')}, not exactly ${wanted.join(', ')}`;
  return failed(name, reason, { detail });
}

/** The case's datasources as solvers are told of them, or the suite's only one. */
function wantedOf({ case: { datasources, dbId } }: CaseRun, settings: ScoringSettings): readonly string[] {
  const { datasourceNames } = settings;
  const names = datasources ?? (datasourceNames.length === 1 ? datasourceNames : []);
  return distinct(names.map((one) => (dbId === undefined ? one : `${one}/${dbId}`)));
}

function overlap(wanted: readonly string[], routed: readonly string[]) {
  const right = routed.filter((one) => has(wanted, one)).length;
  return {
    exact: right === routed.length && right === wanted.length,
    precision: routed.length === 0 ? null : right / routed.length,
  };
}

function missing(wanted: readonly string[], among: readonly string[]): readonly string[] {
  return wanted.filter((one) => !has(among, one));
}

function has(names: readonly string[], one: string): boolean {
  return names.some((other) => keyOf(other) === keyOf(one));
}

function distinct(names: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const one of names) if (!seen.has(keyOf(one))) seen.set(keyOf(one), one.trim());
  return [...seen.values()];
}

function keyOf(datasource: string): string {
  return datasource.trim().toLowerCase();
}

export const routingFactory: ScorerFactory = {
  interfaceVersion: 1,
  description: "The question went to the case's datasources and to no other",
  modes,
  needs: 'nothing',
  options: z.strictObject({}),
  create: () => new Routing(),
};
