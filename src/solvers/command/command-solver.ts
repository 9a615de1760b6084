import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import pLimit from 'p-limit';
import { scrubSecrets } from '../../llm/index.js';
import type { RetrievalRecord, Solver, SolverInput, SolverOutput } from '../../types/index.js';
import { checkSolverOutput } from '../check-solver-output.js';
import type { CommandSolverConfig } from '../config/command-config.js';
import { failedOutput, unavailableOutput } from '../failed-output.js';
import { readVariable } from '../http/placeholders.js';
import { outputFromJson } from '../output-from-json.js';
import type { SolverContext } from '../solver-context.js';
import { type LineOutcome, type LineProcess, startLineProcess } from './line-process.js';

/** What every program needs to run at all; everything else of the environment stays here. */
const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'SystemRoot',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'PATHEXT',
];

/** How often a question is put to a new process when the one it was put to has ended. */
const mostTries = 3;

/**
 * A solver that asks a program over its standard input and output. The program is started at the first question, killed with
 * all it started when it overstays, and started again for the next one.
 *
 * @throws SqlassayError E_ENVIRONMENT_MISSING
 */
export function createCommandSolver(config: CommandSolverConfig, context: SolverContext): Solver {
  const { environment = process.env, baseFolder } = context;
  const secrets = config.env.map((name) => readVariable(name, environment));
  const env = Object.fromEntries(
    [...passedOn, ...config.env].flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const settings = {
    command: config.command,
    cwd: resolve(baseFolder, config.cwd ?? '.'),
    env,
    maxBytes: config.max_response,
    single: !config.warm,
  };
  const limit = pLimit(config.concurrency);
  const started = new Set<LineProcess>();
  let current: LineProcess | undefined;

  function processToAsk(): LineProcess {
    if (current?.isUsable) return current;
    if (current !== undefined) started.delete(current);
    const next = startLineProcess(settings);
    started.add(next);
    current = next;
    return next;
  }

  async function ask(question: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<LineOutcome> {
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      const target = processToAsk();
      // Loading a model, say, is not part of answering.
      const allowed = config.timeout + (target.asked === 0 ? config.startup : 0);
      const outcome = await target.ask(question, allowed * 1000, signal);
      if (!config.warm) {
        await target.close();
        started.delete(target);
      }
      if (outcome.kind !== 'lost' || outcome.mayRecur || tries >= mostTries)
        return scrubSecrets(outcome, secrets);
    }
  }

  async function fieldOf<T>(
    kind: 'retrieve' | 'route',
    field: 'retrieval' | 'ranking',
    question: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<T> {
    const outcome = await limit(() => ask({ kind, ...question }, signal));
    const { [field]: found, status, errors } = outputOf(outcome, config.timeout);
    if (found !== undefined && status === 'success') return found as T;
    throw new Error(errors?.[0]?.message ?? `The reply has no ${field}`);
  }

  return {
    name: `command ${basename(config.command[0] ?? '')}`,
    enforcesRoles: config.enforces_roles,
    identity: createHash('sha256').update(JSON.stringify(config)).digest('hex'),
    solve: async (input) => outputOf(await limit(() => ask(questionOf(input), input.signal)), config.timeout),
    ...(config.offers.includes('retrieve')
      ? {
          retrieve: (question: string, signal: AbortSignal, scope = {}) =>
            fieldOf<RetrievalRecord>('retrieve', 'retrieval', { question, ...scope }, signal),
        }
      : {}),
    ...(config.offers.includes('route')
      ? {
          route: (question: string, signal: AbortSignal) =>
            fieldOf<readonly string[]>('route', 'ranking', { question }, signal),
        }
      : {}),
    async close() {
      await Promise.all([...started].map((one) => one.close()));
    },
  };
}

function questionOf(input: SolverInput): Readonly<Record<string, unknown>> {
  const { caseId, question, evidence, role, pass, datasources, dialect } = input;
  return {
    kind: 'solve',
    case_id: caseId,
    question,
    ...(evidence === undefined ? {} : { evidence }),
    role,
    pass,
    ...(datasources === undefined ? {} : { datasources }),
    dialect,
  };
}

function outputOf(outcome: LineOutcome, timeout: number): SolverOutput {
  switch (outcome.kind) {
    case 'late':
      return failedOutput('TIMEOUT', `The command did not answer within ${timeout} s`);
    case 'malformed':
      return failedOutput('MALFORMED_REPLY', outcome.message);
    case 'lost':
      return unavailableOutput(outcome.message);
    case 'reply': {
      const { id: _, ...reply } = outcome.reply;
      const checked = checkSolverOutput(outputFromJson(reply));
      return checked.kind === 'ok' ? checked.output : failedOutput('MALFORMED_REPLY', checked.problem);
    }
  }
}
