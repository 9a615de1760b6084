import { resolve } from 'node:path';
import {
  builtInCriteria,
  type Calibration,
  calibrate,
  type JudgingBudget,
  type LabelFile,
  loadJudge,
  readLabels,
  summarize,
} from '../../calibration/index.js';
import { createModels } from '../../llm/index.js';
import { toJson } from '../../report/index.js';
import { createCostCap, nothingSpent, requirePrices } from '../../runner/index.js';
import { type ModelUse, type Scorer, SqlassayError, type Suite } from '../../types/index.js';
import { type CliIo, isLive } from '../cli-io.js';
import { usage } from '../flags/read-flag.js';
import type { Flags } from '../flags/resolve-flags.js';
import { loadProjectSuite, openProject } from '../open-project.js';
import { printError } from '../print-error.js';
import { watchInterrupts } from '../watch-interrupts.js';
import type { CommandAction } from './command-action.js';
import { calibrationJson, describeCalibration } from './describe-calibration.js';

/**
 * `sqlassay judge calibrate`: 0 when every pair was judged, 3 when the model failed or the cap on the cost was reached before the
 * end (what was judged is still printed), 130 interrupted.
 */
export const judgeCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  if (argument !== 'calibrate') {
    throw usage(
      undefined,
      `"${argument}" is nothing that a judge can be asked`,
      'Write sqlassay judge calibrate.',
    );
  }
  const flags = flagsWith({});
  if (flags.labels === undefined) {
    throw usage('--labels', 'There are no labels', 'Name a JSONL file of labelled pairs.');
  }
  const labels = readLabels(resolve(io.folder, flags.labels), flags.labels);
  const judge = judgeOf(flags, io);
  const models = createModels({ settings: (await suiteOf(flags, io))?.settings.models ?? {} });
  const model = modelIdOf(judge);
  const { price } = models.get(model);

  requirePrices(flags.maxCostUsd, [{ model, price }], models);

  const interrupts = watchInterrupts(io);
  const progress = createProgress(labels, io);
  try {
    const calibration = await calibrate({
      pairs: labels.pairs,
      judge,
      models,
      concurrency: flags.jobs ?? 4,
      signal: interrupts.signal,
      budget: budgetOf(flags.maxCostUsd),
      onJudged: progress.next,
    });
    progress.end();
    const report = { model, isPriced: price !== null, file: flags.labels, labels, calibration };
    const summary = summarize(calibration.judged);
    io.stdout.write(
      flags.json === true
        ? `${toJson(calibrationJson(report, summary))}\n`
        : describeCalibration(report, summary),
    );
    return endOf(calibration, model, io);
  } finally {
    interrupts.dispose();
  }
};

type Judge = Scorer & { readonly models: readonly (ModelUse | string)[] };

function judgeOf({ judge, criteria, model, samples }: Flags, io: CliIo): Judge {
  if (judge !== undefined && criteria !== undefined) {
    throw usage('--judge', 'The file has the criteria already', 'Leave --criteria out.');
  }
  const over = {
    ...(model === undefined ? {} : { model }),
    ...(samples === undefined ? {} : { samples }),
  };
  if (judge !== undefined) return loadJudge(resolve(io.folder, judge), judge, over);
  if (model === undefined) {
    throw usage('--model', 'There is no model to ask', 'Give its id, such as --model openai/gpt-5.4.');
  }
  return builtInCriteria[criteria ?? 'sql_equivalence'](model, samples === undefined ? {} : { samples });
}

function modelIdOf({ models: [first] }: Judge): string {
  return typeof first === 'string' ? first : (first?.model ?? '');
}

/** The suite whose settings say how models are reached and what they cost. */
async function suiteOf({ suite }: Flags, io: CliIo): Promise<Suite | null> {
  return suite === undefined ? null : loadProjectSuite(await openProject(suite, io));
}

function endOf({ stopped }: Calibration, model: string, io: CliIo): number {
  if (stopped === null) return 0;
  if (stopped.kind === 'interrupted') return 130;
  if (stopped.kind === 'capped') {
    const capped = new SqlassayError('E_JUDGE_CAPPED', {
      what: `The rest of the pairs was not asked: ${stopped.why}`,
      where: '--max-cost-usd',
      advice: 'Give more, or fewer pairs. What was judged is in the output.',
    });
    printError(capped, io);
    return 3;
  }
  const failing = new SqlassayError('E_JUDGE_FAILING', {
    what: `The judge does not answer, and the rest of the pairs was not asked: ${stopped.why}`,
    where: model,
    advice: 'Check its key, its name and the limits of its provider. What was judged is in the output.',
  });
  printError(failing, io);
  return 3;
}

function budgetOf(maxCostUsd: number | undefined): JudgingBudget {
  const costs = createCostCap(maxCostUsd ?? null, nothingSpent);
  return {
    admit: costs.admit,
    settle(score) {
      const usd = score?.costUsd ?? 0;
      if (score?.usage !== undefined && score.costUsd === undefined)
        costs.settle({ kind: 'unknown', who: 'the judge' });
      else costs.settle({ kind: 'known', usd, paid: usd > 0 });
    },
    get stopped() {
      return costs.stopped;
    },
  };
}

/** Lines between two reports of progress that cannot be updated in place. */
const step = 25;

function createProgress(
  { pairs }: LabelFile,
  io: CliIo,
): { next(judged: Calibration['judged'][number]): void; end(): void } {
  const seen = { judged: 0, inconclusive: 0, costUsd: 0 };
  const live = isLive(io);
  const show = (): void => {
    const cost = seen.costUsd === 0 ? '' : `, $${seen.costUsd.toFixed(4)}`;
    const text = `judged ${seen.judged} of ${pairs.length} (${seen.inconclusive} inconclusive${cost})`;
    io.stderr.write(live ? `\r${text}` : `${text}\n`);
  };
  return {
    next({ score }) {
      seen.judged += 1;
      if (score.verdict === 'inconclusive') seen.inconclusive += 1;
      seen.costUsd += score.costUsd ?? 0;
      if (live || seen.judged % step === 0 || seen.judged === pairs.length) show();
    },
    end() {
      if (live && seen.judged > 0) io.stderr.write('\n');
    },
  };
}
