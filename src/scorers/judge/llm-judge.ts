import { addSpent, createModels } from '../../llm/index.js';
import { stripComments } from '../../sql/index.js';
import type {
  CaseRun,
  Llm,
  ModelUse,
  ScoreContext,
  ScoreResult,
  Scorer,
  ScorerFactory,
} from '../../types/index.js';
import { readOptions } from '../read-options.js';
import { isAllowedAnswer, requireApplicable } from '../require-applicable.js';
import { failed, inconclusive, passed } from '../score.js';
import { type JudgeSample, majorityOf, type ShownOrder } from './combine-samples.js';
import { createFence } from './fence.js';
import { hasInstructionLikeText } from './instruction-like.js';
import {
  type Asking,
  asking,
  type Judgement,
  judgement,
  judgeOptions,
  type LlmJudgeOptions,
} from './judge-options.js';
import { judgePrompt, judgeSystem, replySchema, type Shown } from './judge-prompt.js';
import { readJudgeObject } from './read-judge-object.js';
import { readJudgeReply } from './read-judge-reply.js';
import { unitScale, unreadable } from './reading.js';

/**
 * Asks a grader model whether the model's SQL meets a criterion. A score of at least the threshold passes, with basis
 * judged; a provider that fails, a refusal or a reply that cannot be read strictly is inconclusive.
 *
 * @example
 * new LlmJudge({ model: 'openai/gpt-5.4', criteria: 'The query answers the question.', samples: 3 })
 */
export class LlmJudge implements Scorer {
  readonly name: string = 'llm_judge';
  readonly modes = new Set(['full'] as const);
  readonly needs = 'nothing';
  readonly models: readonly (ModelUse | string)[];
  readonly #model: string | Llm;
  readonly #asking: Asking | null;
  readonly #judgement: Judgement;

  constructor(options: LlmJudgeOptions) {
    const { model, ...rest } = options;
    if (typeof model === 'object' && model !== null) {
      this.#judgement = readOptions('llm_judge', judgement, rest);
      this.#asking = null;
      this.models = [{ model: model.model, price: model.price }];
    } else {
      const read = readOptions('llm_judge', judgeOptions, options);
      this.#judgement = read;
      this.#asking = asking.parse({ temperature: read.temperature, timeout: read.timeout });
      this.models = [model];
    }
    this.#model = model;
  }

  appliesTo(run: CaseRun): boolean {
    return isAllowedAnswer(run);
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    requireApplicable(
      this.name,
      this.appliesTo(run),
      run,
      'it needs an allowed role and a case with an answer',
    );
    const { execution } = run;
    if (execution?.kind === 'error' && execution.fault === 'query') {
      return failed(this.name, `The query failed (${execution.code}): ${execution.message}`);
    }
    const sql = run.statement?.sql ?? run.output.sql?.trim() ?? '';
    if (sql === '' && this.#judgement.show.includes('actual_output')) {
      return run.resultSets.length > 0
        ? inconclusive(this.name, 'There are rows but no SQL to judge')
        : failed(this.name, 'There is no SQL to judge');
    }
    return this.#judge(run, sql, context);
  }

  async #judge(run: CaseRun, sql: string, context: ScoreContext): Promise<ScoreResult> {
    const llm = typeof this.#model === 'string' ? modelOf(this.#model, context) : this.#model;
    const dialect = context.queries?.dialect ?? 'generic';
    const golds = goldsOf(run, context);
    const shown = this.#shown(run, stripComments(sql, dialect).trim(), golds);
    const isSuspicious = hasInstructionLikeText(sql, dialect, [run.case.question, ...golds]);
    const samples = await Promise.all(
      Array.from({ length: this.#judgement.samples }, (_, index) =>
        // Judges favour what they read first, so every second one reads the two queries the other way round.
        this.#ask(llm, index % 2 === 1 ? swapped(shown) : { order: 'as_listed', shown }, context.signal),
      ),
    );
    return { ...this.#scoreOf(samples, llm, isSuspicious), ...addSpent(...samples) };
  }

  #shown({ case: { question, evidence } }: CaseRun, sql: string, golds: readonly string[]): readonly Shown[] {
    const hint = evidence === undefined || evidence === '' ? '' : `\n(Given with it: ${evidence})`;
    const texts = {
      input: question === '' ? null : `${question}${hint}`,
      actual_output: sql === '' ? null : sql,
      expected_output: golds.length === 0 ? null : golds.join('\n\nAnother query that is right too:\n'),
    };
    return (['input', 'actual_output', 'expected_output'] as const).flatMap((field) => {
      const text = texts[field];
      return text !== null && this.#judgement.show.includes(field) ? [{ field, text }] : [];
    });
  }

  async #ask(
    llm: Llm,
    { order, shown }: { readonly order: ShownOrder; readonly shown: readonly Shown[] },
    signal: AbortSignal,
  ): Promise<JudgeSample> {
    const fence = createFence();
    const reply = await llm.generate({
      system: judgeSystem(fence),
      prompt: judgePrompt(this.#judgement, shown, fence),
      schema: replySchema,
      temperature: this.#asking?.temperature ?? null,
      ...(this.#asking === null ? {} : { timeoutMs: this.#asking.timeout * 1000 }),
      signal,
    });
    const spent = {
      ...(reply.usage === undefined ? {} : { usage: reply.usage }),
      ...(reply.costUsd === undefined ? {} : { costUsd: reply.costUsd }),
    };
    if ('failure' in reply) {
      const reading = unreadable(`The judge gave no reply (${reply.failure}): ${reply.message}`);
      return { order, reading, failure: reply.failure, ...spent };
    }
    const { threshold } = this.#judgement;
    const reading =
      typeof reply.object === 'object' && reply.object !== null
        ? readJudgeObject(reply.object, unitScale, threshold)
        : readJudgeReply(reply.text, { threshold });
    return { order, reading, ...spent };
  }

  #scoreOf(samples: readonly JudgeSample[], llm: Llm, isSuspicious: boolean): ScoreResult {
    const { threshold } = this.#judgement;
    const majority = majorityOf(samples, threshold);
    const extras = {
      flags: [
        ...(isSuspicious ? ['instruction_like_text_in_candidate'] : []),
        ...(majority.isDivided ? ['judge_disagrees_with_itself'] : []),
      ],
      detail: {
        grader_model: llm.model,
        threshold,
        agreement: majority.agreement,
        samples: samples.map((sample) => describe(sample, threshold)),
      },
    };
    if (majority.kind === 'undecided') return inconclusive(this.name, majority.why, extras);
    const { value, rationale, passes } = majority;
    const reason = rationale === '' ? `The judge gave ${value} without a reason` : rationale;
    if (!passes) return failed(this.name, reason, { ...extras, value, basis: 'judged' });
    // Such text may have bought the pass; it cannot have bought a fail.
    return isSuspicious
      ? inconclusive(
          this.name,
          'The query holds text that addresses its grader, so that the pass of a judge does not count',
          extras,
        )
      : passed(this.name, reason, { ...extras, value, basis: 'judged' });
  }
}

function modelOf(id: string, { llm }: ScoreContext): Llm {
  return (llm ?? createModels()).get(id);
}

function goldsOf({ case: { sql, altSql = [] } }: CaseRun, { gold }: ScoreContext): readonly string[] {
  const own = gold.sql ?? (typeof sql === 'string' ? sql : null);
  return own === null ? altSql : [own, ...altSql];
}

/** The two queries the other way round, where there are two. */
function swapped(shown: readonly Shown[]): { readonly order: ShownOrder; readonly shown: readonly Shown[] } {
  const queries = shown.filter(({ field }) => field !== 'input');
  if (queries.length < 2) return { order: 'as_listed', shown };
  const others = shown.filter(({ field }) => field === 'input');
  return { order: 'swapped', shown: [...others, ...queries.reverse()] };
}

function describe(
  { order, reading, failure }: JudgeSample,
  threshold: number,
): Readonly<Record<string, unknown>> {
  if (reading.kind === 'unreadable') {
    return {
      order,
      verdict: 'inconclusive',
      reason: reading.why,
      ...(failure === undefined ? {} : { failure }),
    };
  }
  const { score, rationale } = reading;
  return { order, verdict: score >= threshold ? 'pass' : 'fail', score, reason: rationale };
}

export const llmJudgeFactory: ScorerFactory<ReturnType<typeof judgeOptions.parse>> = {
  interfaceVersion: 1,
  description: 'A grader model says whether the model’s SQL meets a criterion',
  modes: new Set(['full']),
  needs: 'nothing',
  options: judgeOptions,
  create: (given) => new LlmJudge(given),
};
