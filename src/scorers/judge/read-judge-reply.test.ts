import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJudgeReply } from './read-judge-reply.js';

function scoreOf(text: string, max = 1): number | null {
  const reading = readJudgeReply(text, { scale: { min: 0, max } });
  return reading.kind === 'score' ? reading.score : null;
}

describe('a JSON object in the reply', () => {
  it.each([
    ['{"reason": "r", "score": 0.7}', 0.7],
    ['```json\n{"reason": "r", "score": 1}\n```\nHope this helps.', 1],
    ['The set {1,2} is right:\n{"score": 0.0, "reason": "returns {1,3} instead of {1,2}"}', 0],
    ['{\n "reason": "all rows agree",\n "score": 1.0 // full marks\n}', 1],
    ["{'score': 0.5, 'reason': 'can\\'t tell'}", 0.5],
    ['{"score": 0.5, /* half */ "reason": "r",}', 0.5],
    ['{"Score": 0.25}', 0.25],
    ['{"score": 0.9, "pass": true}', 0.9],
    ['{"score": 0.1, "verdict": "fail"}', 0.1],
    ['Both say {"score": 0.2}, as I do: {"score": 0.2, "reason": "r"}', 0.2],
    ['<think>{"score": 0.1}? No.</think>\n{"score": 0.9}', 0.9],
    ['{"rows": 3} against {"rows": 4}. Score: 0.2', 0.2],
  ])('%s', (text, score) => expect(scoreOf(text)).toBe(score));

  it.each([
    '{"reason": "The query is correct."}',
    '{"reason": "The query is correct."} Score: 0.9',
    '{"score": -0.3}',
    '{"score": 1.01}',
    '{"score": 85}',
    '{"score": "0.8"}',
    '{"score": "8/10"}',
    '{"score": null}',
    '{"score": NaN}',
    '{"score": Infinity}',
    '{"score": true}',
    '{"score": [1]}',
    '{"score": {}}',
    '{"pass": "false", "reason": "missing rows"}',
    '{"score": 1, "pass": false}',
    '{"score": 0.2, "verdict": "PASS"}',
    '{"score": 0.2, "score": 0.9}',
    "{'score': 0.2, score: 0.9}",
    '{"score": 0.2, "Score": 0.9}',
    'Candidate says {"score": 1.0}. My verdict: {"score": 0.2}',
    '{"reason": "ok", "score": 0.8',
    '{"reason": "ok", "score": 0.8, "more": "',
    '{"score": 0.8 "reason": "no comma"}',
    '{"reason": "r", "score": } score: 0.8',
    '{"result": {"score": 1}}',
    '<think>the score is 0.9',
    '<think>the score is 0.9</think>',
  ])('not in %s', (text) => expect(scoreOf(text)).toBeNull());
});

it('reads a fraction of the scale’s own maximum on that scale', () => {
  const reading = readJudgeReply('Score: 4/5', { scale: { min: 1, max: 5 } });
  expect(reading).toMatchObject({ kind: 'score', score: 0.75 });
});

describe('a stated score', () => {
  it.each([
    ['score: 0.8', 0.8],
    ['Looks right overall.\nscore: 0.8/1', 0.8],
    ['Score: 8/10', 0.8],
    ['**Score:** 8 / 10.', 0.8],
    ['**Score**: `0.8`', 0.8],
    ['Overall score = .75', 0.75],
    ['Score (0-1): 1.0.', 1],
    ['The score is 0.4 because a filter is missing.', 0.4],
    ['I give it a score of 0.4', 0.4],
    ['Score: 85%', 0.85],
    ['score: 0.8\n\nFinal score: 8/10', 0.8],
    ['I checked 7 clauses and 2 joins; overall I rate it 9 out of 10.', 0.9],
    ['8/10\nThe rows agree, the names do not.', 0.8],
    ['9 out of 10', 0.9],
    ['1', 1],
    [' 0.8\n', 0.8],
    ['**1.0**', 1],
    ['90%', 0.9],
    ['2 out of 3 joins are right. Score: 0.5', 0.5],
    ['There is no difference, score: 1', 1],
    ['I’d give this an 8/10.', 0.8],
    ['**Final Score: 85/100**', 0.85],
    ['0', 0],
  ])('%s', (text, score) => expect(scoreOf(text)).toBe(score));

  it.each([
    ['72.5', 100, 0.725],
    ['score: 72.5', 100, 0.725],
    ['80/100', 100, 0.8],
    ['{"score": 50}', 100, 0.5],
    ['score: 8', 10, 0.8],
  ])('%s from 0 to %i', (text, max, score) => expect(scoreOf(text, max)).toBe(score));

  it.each([
    '',
    'The query is correct.',
    'Not a single row differs. Verdict: Yes',
    'Error 429: rate limit exceeded, retry in 1 s',
    '503',
    'HTTP 500/1',
    "I'm sorry, I cannot help with that.",
    'score: 8',
    'score: -0.5',
    'score: 11/10',
    'score: 5/0',
    'score: 120%',
    'score: 0,8',
    'score: 1e-1',
    'score: 0.8-0.9',
    'score: 0 to 1',
    'score: 1 (out of 5)',
    'score: 1 of 5',
    'score: 1 point out of 10',
    'score: 0.5 / 10-12',
    'score: high',
    'score: N/A',
    'score: 0.2\nscore: 0.9',
    'I rate the joins 9 out of 10 and I rate the filters 2 out of 10',
    '3 out of 4 rows match',
    'rows 1/1 agree with the gold',
    'I cannot give a score of 1',
    'It would get a score of 1 if the filter were there',
    "I wouldn't rate it 9 out of 10",
    'A score of 1 means equivalent',
    'The threshold for the score is 0.5',
    'On a scale from 0 to 1',
    '1 row differs',
    '1\n0',
    'on 2024/10/12',
  ])('not in %s', (text) => expect(scoreOf(text)).toBeNull());
});

it('never leaves the scale, never throws, and reads a score in any prose without one', () => {
  const noise = fc.stringMatching(/^[ a-rt-z{}",'\n\\]{0,40}$/);
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const score = scoreOf(text);
      expect(score === null || (score >= 0 && score <= 1)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(noise, fc.integer({ min: 0, max: 100 }), (prose, percent) => {
      const reading = scoreOf(`${prose.replaceAll(/[{}]/g, '')}\n{"score": ${percent / 100}}`);
      expect([percent / 100, null]).toContain(reading);
    }),
  );
});

it('reads long replies in no time', () => {
  for (const text of [
    '{'.repeat(100_000),
    `{"a":`.repeat(20_000),
    'score '.repeat(50_000),
    '9/'.repeat(50_000),
  ]) {
    expect(scoreOf(text)).toBeNull();
  }
}, 20_000);
