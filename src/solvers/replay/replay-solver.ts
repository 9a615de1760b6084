import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Solver, SolverOutput } from '../../types/index.js';
import { configuredRetriever } from '../configured-retriever.js';
import type { ReplaySolverConfig } from '../solver-config.js';
import type { SolverContext } from '../solver-context.js';
import { matchAnswers } from './match-answers.js';
import { readBirdPredictions } from './read-bird-predictions.js';
import { readJsonlAnswers } from './read-jsonl-answers.js';
import { readSpiderPredictions } from './read-spider-predictions.js';
import { type RecordedAnswer, unreadable } from './recorded-answer.js';

/** A solver that gives recorded answers, matched by id. */
export async function createReplaySolver(
  config: ReplaySolverConfig,
  context: SolverContext,
): Promise<Solver> {
  const file = resolve(context.baseFolder, config.path);
  const content = await text(file);
  const answers = read(file, content, config.format ?? formatOf(file), context);
  const find = matchAnswers(file, answers, context.cases, context.passes ?? 1);
  return {
    name: `replay ${basename(file)}`,
    recorded: true,
    identity: createHash('sha256')
      .update(content)
      .update(JSON.stringify(config.retrieval ?? null))
      .digest('hex'),
    ...retrieverOf(config, context),
    async solve({ caseId, role, pass, signal }) {
      signal.throwIfAborted();
      const answer = find(caseId, role, pass);
      if (answer === undefined)
        throw unreadable(file, `There is no answer for ${caseId}, role ${role}, pass ${pass}`);
      if (answer.delaySeconds > 0) await setTimeout(answer.delaySeconds * 1000, undefined, { signal });
      // Whoever asks checks the reply, as of any solver: a recorded malformed reply must stay one.
      return answer.output as SolverOutput;
    },
  };
}

/** What recorded answers cannot hold: the built-in retriever and router, where the suite wants them. */
function retrieverOf(
  { retrieval }: ReplaySolverConfig,
  { databases, models, mode }: SolverContext,
): Pick<Solver, 'retrieve' | 'route'> {
  if (retrieval === undefined || databases === undefined) return {};
  // A model that embeds texts needs a key, which nobody should have to have to score recorded answers.
  if (retrieval.embeddings !== undefined && mode !== 'retrieval') return {};
  const { retriever } = configuredRetriever(retrieval, databases, models);
  return {
    retrieve: (question, signal, scope = {}) => retriever.retrieve(question, { ...scope, signal }),
    route: (question, signal) => retriever.route(question, { signal }),
  };
}

type Format = NonNullable<ReplaySolverConfig['format']>;

function formatOf(file: string): Format {
  const extension = extname(file).toLowerCase();
  return extension === '.json' ? 'bird' : extension === '.jsonl' ? 'jsonl' : 'spider';
}

function read(file: string, content: string, format: Format, { cases }: SolverContext): RecordedAnswer[] {
  if (format === 'jsonl') return readJsonlAnswers(file, content);
  return format === 'bird'
    ? readBirdPredictions(file, content, cases)
    : readSpiderPredictions(file, content, cases);
}

async function text(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw unreadable(file, `The file of recorded answers cannot be read: ${(cause as Error).message}`, cause);
  }
}
