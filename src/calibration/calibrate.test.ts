import { expect, it } from 'vitest';
import { createStubModel, type StubReply, type StubScript } from '../llm/index.js';
import { sqlEquivalenceJudge } from '../scorers/index.js';
import { calibrate } from './calibrate.js';
import type { LabelledPair } from './labelled-pair.js';
import { summarize } from './summarize.js';

function pairsOf(...labels: readonly boolean[]): readonly LabelledPair[] {
  return labels.map((isRight, index) => ({
    id: `p${index}`,
    question: 'q',
    gold: 'SELECT 1',
    candidate: `SELECT ${index}`,
    isRight,
  }));
}

const noModels = {
  get: () => {
    throw new Error('no model was to be asked for');
  },
};

function judgePairs(
  script: StubScript,
  pairs: readonly LabelledPair[],
  signal = new AbortController().signal,
) {
  const model = createStubModel(script, { price: { input: 1, output: 10 } });
  return calibrate({ pairs, judge: sqlEquivalenceJudge(model), models: noModels, concurrency: 1, signal });
}

const says = (score: number): StubReply => ({ object: { reason: 'r', score } });

it('counts agreement over what was decided', async () => {
  const calibration = await judgePairs(
    // Right: passed, passed, failed, unread. Wrong: failed, failed, passed.
    [says(1), says(1), says(0), 'hm', says(0), says(0), says(1)],
    pairsOf(true, true, true, true, false, false, false),
  );
  expect(calibration.stopped).toBeNull();
  const summary = summarize(calibration.judged);
  expect(summary).toMatchObject({
    pairs: 7,
    decided: 6,
    inconclusive: 1,
    accuracy: { count: 4, total: 6, share: 4 / 6 },
    falsePasses: { count: 1, total: 3 },
    falseFails: { count: 1, total: 3 },
    usage: { inputTokens: 700, outputTokens: 140 },
  });
  // Observed 4/6; by chance 3/6 * 3/6 + 3/6 * 3/6.
  expect(summary.kappa).toBeCloseTo((4 / 6 - 0.5) / 0.5, 12);
  // Wilson, 1 of 3: centre (1/3 + z²/6) / (1 + z²/3), with z = 1.96.
  expect(summary.falsePasses.interval!.low).toBeCloseTo(0.0615, 4);
  expect(summary.falsePasses.interval!.high).toBeCloseTo(0.7923, 4);
  expect(summary.costUsd).toBeCloseTo(7 * 0.0003, 12);
  expect(summary.disagreements.map(({ pair }) => pair.id)).toEqual(['p2', 'p6']);
});

it('has no shares of nothing', () => {
  expect(summarize([])).toEqual({
    pairs: 0,
    decided: 0,
    inconclusive: 0,
    accuracy: { count: 0, total: 0, share: null, interval: null },
    kappa: null,
    falsePasses: { count: 0, total: 0, share: null, interval: null },
    falseFails: { count: 0, total: 0, share: null, interval: null },
    usage: null,
    costUsd: null,
    disagreements: [],
  });
});

const many = pairsOf(...Array.from({ length: 12 }, () => true));
const down: StubReply = { failure: 'unavailable', message: 'HTTP 503' };

it('stops at a model that is of no service, and keeps what it said before', async () => {
  const rejected: StubReply = { failure: 'rejected', message: 'HTTP 401' };
  const first = await judgePairs([says(1), says(1), rejected], many);
  expect(first.judged.map(({ pair }) => pair.id)).toEqual(['p0', 'p1']);
  expect(first.stopped).toMatchObject({ kind: 'failing', why: expect.stringContaining('HTTP 401') });

  const later = await judgePairs([says(1), down, down, says(1), down], many);
  expect(later.stopped).toMatchObject({ kind: 'failing' });
  expect(later.judged).toHaveLength(8);
});

it('goes on when the model fails now and then', async () => {
  const calibration = await judgePairs((_, index) => (index % 3 === 2 ? says(1) : down), many);
  expect(calibration.stopped).toBeNull();
  expect(summarize(calibration.judged)).toMatchObject({ pairs: 12, decided: 4, inconclusive: 8 });
});

it('stops when it is told to', async () => {
  const controller = new AbortController();
  const calibration = await judgePairs(
    (_, index) => {
      if (index === 3) controller.abort();
      return says(1);
    },
    many,
    controller.signal,
  );
  expect(calibration.stopped).toEqual({ kind: 'interrupted' });
  expect(calibration.judged).toHaveLength(3);
});
