import { findJsonObjects } from './find-json-objects.js';
import { findStatedScores } from './find-stated-scores.js';
import { looksLikeReply, readJudgeObject } from './read-judge-object.js';
import { type JudgeReading, type Scale, unitScale, unreadable } from './reading.js';

export interface ReplyRules {
  /** What the judge was asked to score between; default 0 to 1. */
  readonly scale?: Scale;
  /** From 0 to 1, inclusive; a verdict beside the score must agree with it. Default 0.5. */
  readonly threshold?: number;
}

/**
 * Reads a judge's reply that came as text: the one JSON object in it that is a reply, else the one score it states
 * (`score: 0.8`, `8/10`, `9 out of 10`, the bare number). Anything less certain is unreadable.
 */
export function readJudgeReply(
  text: string,
  { scale = unitScale, threshold = 0.5 }: ReplyRules = {},
): JudgeReading {
  if (text.length > longest) return unreadable(`The reply is longer than ${longest} characters`);
  const spoken = withoutThoughts(text.trim());
  if (spoken === null) return unreadable('The reply ends before its answer');
  const { objects, rest, isBroken } = findJsonObjects(spoken);
  const replies = objects.filter(looksLikeReply);
  if (replies.length > 0) return agreeing(replies.map((one) => readJudgeObject(one, scale, threshold)));
  if (isBroken) return unreadable('The reply holds JSON that is cut off or malformed');

  const stated = findStatedScores(rest, scale);
  if (stated.length === 0) return unreadable('The reply states no score');
  return agreeing(
    stated.map((score) =>
      score === null
        ? unreadable(
            `The reply states a score that is not from ${scale.min} to ${scale.max}, or takes it back`,
          )
        : { kind: 'score', score, rationale: spoken.trim() },
    ),
  );
}

/** Characters of a reply that is read; a rationale is a fraction of it. */
const longest = 50_000;

/** What all readings say alike; the first that cannot be read says why none counts. */
function agreeing(readings: readonly JudgeReading[]): JudgeReading {
  const failed = readings.find(({ kind }) => kind === 'unreadable');
  if (failed !== undefined) return failed;
  const scores = readings.flatMap((reading) => (reading.kind === 'score' ? [reading.score] : []));
  return new Set(scores).size === 1
    ? readings.at(-1)!
    : unreadable(`The reply can be read as ${[...new Set(scores)].join(' and ')}`);
}

/** What a reasoning model thought aloud before its answer is no answer; null when that is all there is. */
function withoutThoughts(text: string): string | null {
  const spoken = text.replace(/^\s*<(think|thinking)>[\s\S]*?<\/\1>/i, '');
  return /^\s*<(think|thinking)>/i.test(spoken) ? null : spoken;
}
