import type { Gate } from '../../gate/index.js';
import type { CaseResult, RunSummary } from '../../types/index.js';
import type { Board, KnownFailureBoard } from './board.js';
import { createDeterminismTally } from './determinism-tally.js';
import { createFaithfulnessTally } from './faithfulness-tally.js';
import { createFragileTally } from './fragile-tally.js';
import { createGroupTally } from './group-tally.js';
import { createLatencyTally } from './latency-tally.js';
import { createParaphraseTally } from './paraphrase-tally.js';
import { createRetrievalTally } from './retrieval-tally.js';
import { createRoutingTally } from './routing-tally.js';
import { createScorerTallies } from './scorer-tally.js';
import { toShare } from './share.js';
import { createSpendingTally } from './spending-tally.js';
import { createStatusTally } from './status-tally.js';

export interface BoardOptions {
  /** Labels of the run's scorers, in the order they are shown; others are appended as they come. */
  readonly scorers?: readonly string[];
  /** The suite's code for a question that cannot be answered. Default `QUESTION_NOT_ANSWERABLE`. */
  readonly unanswerableCode?: string;
  /** How often each case is asked. One pass needs no memory of its cases. Default: not known, so that it is seen. */
  readonly passes?: number;
  /** Says which failures are known. Default: none are. */
  readonly gate?: Pick<Gate, 'knownFailure'>;
}

/** Adds up a run's results as they come; holds counts and short names, never the results. */
export interface BoardBuilder {
  add(result: CaseResult): void;
  finish(summary: RunSummary): Board;
}

const listed = 100;
const maxFlags = 200;
const maxMessages = 20;

export function createBoard(options: BoardOptions = {}): BoardBuilder {
  const labels = options.scorers ?? [];
  const unanswerable = options.unanswerableCode ?? 'QUESTION_NOT_ANSWERABLE';
  const statuses = createStatusTally();
  const scorers = createScorerTallies(labels);
  const by = {
    role: createGroupTally(labels),
    difficulty: createGroupTally(labels),
    tag: createGroupTally(labels),
    datasource: createGroupTally(labels),
  };
  const answerability = { right: 0, answered: 0, expected: 0 };
  const paraphrases = createParaphraseTally();
  const determinism = createDeterminismTally();
  const latency = createLatencyTally();
  const fragile = createFragileTally(listed);
  const spending = createSpendingTally();
  const routing = createRoutingTally();
  const retrieval = createRetrievalTally();
  const faithfulness = createFaithfulnessTally();
  const flags = new Map<string, number>();
  const messages = new Map<string, { step: string; message: string; caseRuns: number }>();
  const known: KnownFailureBoard[] = [];
  let knownCount = 0;

  const addFlags = (result: CaseResult) => {
    const own = new Set([...result.flags, ...result.scores.flatMap(({ score }) => score.flags)]);
    for (const flag of own) {
      if (flags.has(flag) || flags.size < maxFlags) flags.set(flag, (flags.get(flag) ?? 0) + 1);
    }
  };

  const addAnswerability = ({ expected, output, infrastructure }: CaseResult) => {
    if (infrastructure !== null) return;
    const answered = output.status === 'error' && output.errors.some(({ code }) => code === unanswerable);
    if (answered) answerability.answered += 1;
    if (expected === 'unanswerable') answerability.expected += 1;
    if (answered && expected === 'unanswerable') answerability.right += 1;
  };

  const addInfrastructure = ({ infrastructure }: CaseResult) => {
    if (infrastructure === null) return;
    const key = JSON.stringify([infrastructure.step, infrastructure.message]);
    const seen = messages.get(key);
    if (seen !== undefined) seen.caseRuns += 1;
    else if (messages.size < maxMessages) messages.set(key, { ...infrastructure, caseRuns: 1 });
  };

  const addKnown = (result: CaseResult) => {
    const entry = options.gate?.knownFailure(result) ?? null;
    if (entry === null) return;
    knownCount += 1;
    if (known.length >= listed) return;
    const { caseId, role, pass, reason } = result;
    known.push({ caseId, role, pass, until: entry.until, why: entry.why, reason });
  };

  return {
    add(result) {
      statuses.add(result.status);
      scorers.add(result);
      by.role.add(result, [result.role]);
      by.difficulty.add(result, result.difficulty === null ? [] : [result.difficulty]);
      by.tag.add(result, result.tags);
      by.datasource.add(result, result.datasources);
      addAnswerability(result);
      paraphrases.add(result);
      if (options.passes !== 1) determinism.add(result);
      latency.add(result);
      fragile.add(result);
      spending.add(result);
      routing.add(result);
      retrieval.add(result);
      faithfulness.add(result);
      addFlags(result);
      addInfrastructure(result);
      addKnown(result);
    },

    finish({ info, counts, end, selfTest, datasources, seconds }) {
      const { right, answered, expected } = answerability;
      const correct = statuses.counts.pass;
      return {
        schemaVersion: 1,
        run: info,
        end,
        seconds,
        datasources,
        counts,
        caseRuns: statuses.share(),
        scorers: scorers.boards(),
        by: {
          role: by.role.boards(),
          difficulty: by.difficulty.boards(),
          tag: by.tag.boards(),
          datasource: by.datasource.boards(),
        },
        answerability:
          answered + expected === 0
            ? null
            : { precision: toShare(right, answered), recall: toShare(right, expected) },
        routing: routing.board(info.mode),
        retrieval: retrieval.board(),
        faithfulness: faithfulness.board(),
        // Without a result there is nothing to agree on.
        paraphrases: info.mode === 'retrieval' ? null : paraphrases.board(),
        usage: spending.usage(),
        fromCache: spending.fromCache(),
        cost: spending.cost(correct),
        latency: latency.boards(),
        determinism: info.passes > 1 ? determinism.board() : null,
        fragile: fragile.board(),
        flags: [...flags].map(([flag, caseRuns]) => ({ flag, caseRuns })).sort(byCount),
        selfTest,
        knownFailures: { count: knownCount, caseRuns: known },
        infrastructure: [...messages.values()].sort(byCount),
      };
    },
  };
}

function byCount(a: { readonly caseRuns: number }, b: { readonly caseRuns: number }): number {
  return b.caseRuns - a.caseRuns;
}
