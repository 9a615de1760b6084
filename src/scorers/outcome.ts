import { z } from 'zod';
import type { CaseRun, Catalog, ScoreContext, ScoreResult, Scorer, ScorerFactory } from '../types/index.js';
import { findLeaks } from './outcome-leaks.js';
import { failed, passed } from './score.js';

const name = 'outcome';

/** Passes when the run did what the case says for the role: answer, refuse, say unanswerable, or ask back. */
export class Outcome implements Scorer {
  readonly name = name;

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    const problem = await problemOf(run, context);
    const detail = { expected: run.expected, status: run.output.status };
    return problem === null ? passed(name, null, { detail }) : failed(name, problem, { detail });
  }
}

async function problemOf(run: CaseRun, context: ScoreContext): Promise<string | null> {
  switch (run.expected) {
    case 'allowed':
      return allowedProblem(run);
    case 'refused':
      return refusedProblem(run, context);
    case 'unanswerable':
      return errorProblem(run, context.settings.unanswerable.code, 'said to be unanswerable');
    case 'clarify':
      return run.output.status === 'needs_clarification'
        ? null
        : `A question back was expected, not ${statusOf(run)}`;
  }
}

function allowedProblem(run: CaseRun): string | null {
  if (run.output.status !== 'success') return `An answer was expected, not ${statusOf(run)}`;
  if (run.resultSets.length > 0 || (run.output.answer ?? '').trim() !== '') return null;
  return run.execution?.kind === 'error'
    ? `An answer was expected, but its query failed (${run.execution.code}): ${run.execution.message}`
    : 'An answer was expected, but there is neither text nor a result set';
}

async function refusedProblem(run: CaseRun, context: ScoreContext): Promise<string | null> {
  const { code, message } = context.settings.refusal;
  const problem = errorProblem(run, code, 'refused');
  if (problem !== null) return problem;
  const refusal = run.output.errors?.find((error) => error.code === code);
  if (refusal?.message !== message) {
    return `The refusal's message is not the generic one, so it may tell what exists: ${quote(refusal?.message ?? '')}`;
  }
  const catalog: Catalog | null = await context.catalog();
  const leaks = catalog === null ? [] : findLeaks(run.output, context.settings.refusal, catalog);
  return leaks.length === 0 ? null : `The refusal leaks ${leaks.map(quote).join(', ')}`;
}

function errorProblem(run: CaseRun, code: string, what: string): string | null {
  if (run.resultSets.length > 0) return `The question should be ${what}, but a result set was returned`;
  if (run.output.status !== 'error') return `The question should be ${what} (${code}), not ${statusOf(run)}`;
  const codes = (run.output.errors ?? []).map((error) => error.code);
  return codes.includes(code)
    ? null
    : `The question should be ${what} (${code}), but the error is ${codes.join(', ') || 'without a code'}`;
}

function statusOf({ output }: CaseRun): string {
  const codes = (output.errors ?? []).map((error) => error.code).join(', ');
  return `status ${output.status}${codes === '' ? '' : ` (${codes})`}`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

export const outcomeFactory: ScorerFactory = {
  interfaceVersion: 1,
  description: 'The run answered, refused, declined or asked back, as the case says for the role',
  options: z.strictObject({}),
  create: () => new Outcome(),
};
