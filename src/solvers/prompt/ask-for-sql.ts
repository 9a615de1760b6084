import { addSpent } from '../../llm/index.js';
import type {
  ExecutionErrorCode,
  Llm,
  LlmReply,
  LlmRequest,
  LlmSpent,
  SolverDatabases,
  SolverOutput,
} from '../../types/index.js';
import type { PromptSolverConfig } from '../config/prompt-config.js';
import { failureOutput } from './model-failure.js';
import { readReply, replyInstructions, replySchema } from './model-reply.js';
import { fenced } from './prompt-template.js';

/** What the model is shown, and where its SQL is tried. */
export interface SqlRequest {
  readonly system: string | undefined;
  readonly prompt: string;
  readonly datasource: string | undefined;
}

export interface SqlTools {
  readonly config: PromptSolverConfig;
  readonly model: Llm;
  readonly databases: SolverDatabases;
  readonly unanswerableCode: string;
}

/** Rejections that another query could do without; a limit that was met would be met again. */
const repairable: ReadonlySet<ExecutionErrorCode> = new Set([
  'refused',
  'syntax',
  'unknown_name',
  'type',
  'runtime',
]);

/** Asks the model, and once more when its SQL is rejected and the suite says so. Costs are added to what was spent before. */
export async function askForSql(
  { system, prompt, datasource }: SqlRequest,
  { config, model, databases, unanswerableCode }: SqlTools,
  before: LlmSpent,
  signal: AbortSignal,
): Promise<{ readonly output: SolverOutput; readonly timings: Readonly<Record<string, number>> }> {
  const timings: Record<string, number> = {};
  let spent = before;
  const ask = async (step: string, text: string): Promise<SolverOutput> => {
    const reply = await timed(timings, step, () => model.generate(requestOf(text, system, config, signal)));
    signal.throwIfAborted();
    spent = addSpent(spent, reply);
    return 'failure' in reply ? failureOutput(reply) : readReply(reply as LlmReply, unanswerableCode);
  };
  const first = await ask('model', prompt);
  const { sql } = first;
  if (config.repair === 0 || sql === undefined || datasource === undefined)
    return { output: { ...first, ...spent }, timings };
  const tried = await timed(timings, 'check', () => databases.run(datasource, sql, signal));
  if (tried.kind === 'success' || tried.fault !== 'query' || !repairable.has(tried.code))
    return { output: { ...first, ...spent }, timings };
  const again = await ask('repair', `${prompt}\n\n${repairText(sql, tried.message)}`);
  return { output: { ...again, ...spent }, timings };
}

function requestOf(
  prompt: string,
  system: string | undefined,
  { structured, temperature, max_output_tokens, timeout }: PromptSolverConfig,
  signal: AbortSignal,
): LlmRequest {
  return {
    ...(system === undefined ? {} : { system }),
    prompt: structured ? prompt : `${prompt}\n\n${replyInstructions}`,
    ...(structured ? { schema: replySchema } : {}),
    temperature,
    ...(max_output_tokens === undefined ? {} : { maxOutputTokens: max_output_tokens }),
    timeoutMs: timeout * 1000,
    signal,
  };
}

function repairText(sql: string, message: string): string {
  return `This query was written before:\n${fenced('query', sql)}\n\nThe database rejected it:\n${fenced('error', message)}\n\nWrite it so that it runs and answers the question.`;
}

async function timed<T>(timings: Record<string, number>, step: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    timings[step] = (performance.now() - started) / 1000;
  }
}
