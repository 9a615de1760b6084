import { z } from 'zod';
import {
  type CheckedPair,
  closestReason,
  defaultEquivalenceChecks,
  runChecks,
} from '../equivalence/index.js';
import type {
  CaseRun,
  EquivalenceCheck,
  ScoreContext,
  ScoreResult,
  Scorer,
  ScorerFactory,
  SemanticVerdict,
  WitnessRealism,
} from '../types/index.js';
import { equivalenceCase } from './equivalence-case.js';
import { describeWitness, refutes } from './refutation-policy.js';
import { isAllowedAnswer, requireApplicable } from './require-applicable.js';
import { failed, inconclusive, passed } from './score.js';

const name = 'semantic_equivalence';

const options = z.strictObject({
  /** Seconds for one pair of queries. */
  max_seconds: z.number().positive().max(600).default(5),
});

export interface SemanticEquivalenceOptions {
  /** Asked in order until one decides; default `defaultEquivalenceChecks()`. */
  readonly checks?: readonly EquivalenceCheck[];
  /** Seconds for all checks of one pair; default 5. */
  readonly maxSeconds?: number;
  /** Which counterexamples fail a case; default: what the suite says. */
  readonly failOn?: readonly WitnessRealism[];
}

/**
 * Compares the model's query with the gold query itself, not their results: a pass is proven for every database that keeps
 * to the declared schema, a fail is refuted by a counterexample that was executed, and what no check decides is
 * inconclusive.
 */
export class SemanticEquivalence implements Scorer {
  readonly name = name;
  readonly needs = 'nothing';
  readonly comparesWithGold = true;
  readonly #checks: readonly EquivalenceCheck[];
  readonly #seconds: number;
  readonly #failOn: readonly WitnessRealism[] | undefined;

  constructor({ checks, maxSeconds = 5, failOn }: SemanticEquivalenceOptions = {}) {
    this.#checks = checks ?? defaultEquivalenceChecks();
    this.#seconds = maxSeconds;
    this.#failOn = failOn;
  }

  appliesTo(run: CaseRun): boolean {
    return isAllowedAnswer(run) && run.case.sql !== undefined;
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    requireApplicable(name, this.appliesTo(run), run, 'it needs an allowed role and a case with `sql`');
    // The same text as the gold proves nothing of a query that does not run.
    if (run.execution?.kind === 'error')
      return inconclusive(name, `The query failed (${run.execution.code}): ${run.execution.message}`);
    const comparison = await equivalenceCase(run, context, this.#seconds);
    if (typeof comparison === 'string') return inconclusive(name, comparison);
    const checked: CheckedPair[] = [];
    for (const pair of comparison.pairs) {
      const one = await runChecks(this.#checks, pair, comparison.context);
      checked.push(one);
      if (one.decided?.equivalence === 'equivalent') break;
    }
    return this.#scoreOf(checked, context);
  }

  /** Any gold will do: a proof for one is a pass, a fail takes a counterexample to each. */
  #scoreOf(checked: readonly CheckedPair[], context: ScoreContext): ScoreResult {
    const detail = {
      verdicts: checked.flatMap(({ verdicts }, gold) =>
        verdicts.map((verdict) => describeVerdict(verdict, gold)),
      ),
    };
    const proven = checked.findIndex(({ decided }) => decided?.equivalence === 'equivalent');
    if (proven >= 0) return passed(name, null, { basis: 'proven', detail: { ...detail, matched: proven } });
    const witnesses = checked.flatMap(({ decided }) =>
      decided?.equivalence === 'different' ? [decided.witness] : [],
    );
    const [witness] = witnesses;
    if (witness === undefined || witnesses.length < checked.length) {
      const reason = closestReason(checked.find(({ decided }) => decided === null)?.verdicts ?? []);
      return inconclusive(
        name,
        reason === null
          ? 'No check was asked'
          : `Neither proven nor refuted (${reason.code}): ${reason.detail}`,
        { detail },
      );
    }
    const described = `The queries differ on ${describeWitness(witness)}`;
    return refutes(witness, this.#failOn, context)
      ? { ...failed(name, described, { basis: 'refuted', detail }), witness }
      : { ...inconclusive(name, described, { detail }), witness };
  }
}

/** A verdict as free JSON; the counterexample stands in the score itself. */
function describeVerdict(verdict: SemanticVerdict, gold: number): Readonly<Record<string, unknown>> {
  const place = gold === 0 ? {} : { gold };
  if (verdict.equivalence !== 'different') return { ...verdict, ...place };
  const { equivalence, method, witness } = verdict;
  return { equivalence, method, realism: witness.realism, needs: witness.needs, ...place };
}

export const semanticEquivalenceFactory: ScorerFactory<z.infer<typeof options>> = {
  interfaceVersion: 1,
  description:
    'The model’s query is proven to mean what the gold query means, on every database of the schema',
  needs: 'nothing',
  options,
  create: ({ max_seconds }) => new SemanticEquivalence({ maxSeconds: max_seconds }),
};
