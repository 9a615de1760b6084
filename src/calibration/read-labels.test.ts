import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlassayError } from '../types/index.js';
import { loadJudge } from './load-judge.js';
import { readLabels } from './read-labels.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlassay-labels-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const file = join(folder, 'file');
  writeFileSync(file, text);
  return file;
}

function misuse(call: () => unknown): SqlassayError {
  try {
    call();
  } catch (error) {
    return error as SqlassayError;
  }
  throw new Error('it did not throw');
}

describe('labels', () => {
  it.each([
    [{ label: 'equivalent' }, true],
    [{ label: 'human_accepted' }, true],
    [{ label: 'inequivalent' }, false],
    [{ label: 'human_rejected' }, false],
    [{ correct: true }, true],
    [{ correct: false }, false],
    [{ recorded_equivalent: 'false' }, false],
  ])('%j', (label, isRight) => {
    const { pairs } = readLabels(
      fileOf(JSON.stringify({ gold: 'SELECT 1', candidate: 'SELECT 2', ...label })),
    );
    expect(pairs).toEqual([{ id: 'line 1', question: '', gold: 'SELECT 1', candidate: 'SELECT 2', isRight }]);
  });

  it('keep what a judge is shown, and leave out what says neither', () => {
    const pair = {
      id: 7,
      question: 'q',
      note: 'n',
      gold_sql: 'g',
      candidate_sql: 'c',
      correct: true,
      more: [1],
    };
    const unsure = { gold: 'g', candidate: 'c', label: 'unknown' };
    const text = `\uFEFF${JSON.stringify(pair)}\n\n${JSON.stringify(unsure)}\n`;
    expect(readLabels(fileOf(text))).toEqual({
      pairs: [{ id: '7', question: 'q', evidence: 'n', gold: 'g', candidate: 'c', isRight: true }],
      leftOut: { unknown: 1 },
    });
  });

  it.each([
    ['{', ':1', 'not JSON'],
    [
      '{"gold": "g", "candidate": "c", "correct": true}\n{"gold": "g", "correct": true}',
      ':2',
      'candidate is missing',
    ],
    ['{"candidate": "c", "correct": true}', ':1', 'gold is missing'],
    ['{"gold": "g", "candidate": "c"}', ':1', 'neither label nor correct'],
    ['{"gold": "g", "candidate": "c", "correct": "maybe"}', ':1', 'correct'],
    ['[]', ':1', 'object'],
    ['', '', 'no pair'],
    ['{"gold": "g", "candidate": "c", "label": "reference"}', '', 'no pair'],
  ])('that are wrong are named: %s', (text, place, why) => {
    const error = misuse(() => readLabels(fileOf(text), 'labels.jsonl'));
    expect(error).toMatchObject({ code: 'E_LABELS_INVALID', where: `labels.jsonl${place}` });
    expect(error.what).toContain(why);
  });

  it('that are not there are named', () => {
    expect(misuse(() => readLabels(join(folder, 'none'), 'none')).what).toContain('ENOENT');
  });
});

describe('a judge in a file', () => {
  it('has its options, and others from outside', () => {
    const file = fileOf('criteria: It answers.\nthreshold: 0.7\nmodel: a/b\n');
    expect(loadJudge(file, 'judge.yaml', {}).models).toEqual(['a/b']);
    expect(loadJudge(file, 'judge.yaml', { model: 'c/d' }).models).toEqual(['c/d']);
  });

  it.each([
    ['criteria: It answers.', 'model'],
    ['criteria: c\nmodel: a/b\ntreshold: 1', 'treshold'],
    ['model: a/b', 'criteria'],
    ['- 1', 'mapping'],
    ['a: [', 'judge.yaml:'],
  ])('that is wrong is named: %s', (text, why) => {
    const error = misuse(() => loadJudge(fileOf(text), 'judge.yaml', {}));
    expect(error.code).toBe('E_JUDGE_FILE');
    expect(error.message).toContain(why);
  });

  it('that is not there is named', () => {
    expect(misuse(() => loadJudge(join(folder, 'none'), 'none', {})).what).toContain('ENOENT');
  });
});
