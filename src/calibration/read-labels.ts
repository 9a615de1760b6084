import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SqlassayError } from '../types/index.js';
import type { LabelFile, LabelledPair } from './labelled-pair.js';

const labels: Readonly<Record<string, boolean>> = {
  equivalent: true,
  correct: true,
  human_accepted: true,
  inequivalent: false,
  different: false,
  incorrect: false,
  human_rejected: false,
};

const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const query = z.string().trim().min(1);

/** Other fields are allowed: files of labels carry what their authors needed. */
const line = z
  .object({
    id: z.union([z.string(), z.number()]).optional(),
    question: z.string().optional(),
    note: z.string().nullish(),
    evidence: z.string().nullish(),
    gold: query.optional(),
    gold_sql: query.optional(),
    candidate: query.optional(),
    candidate_sql: query.optional(),
    label: z.string().optional(),
    correct: truth.optional(),
    recorded_equivalent: truth.optional(),
  })
  .transform((read, context) => {
    const gold = read.gold ?? read.gold_sql;
    const candidate = read.candidate ?? read.candidate_sql;
    if (gold === undefined) context.addIssue({ code: 'custom', message: 'gold is missing' });
    if (candidate === undefined) context.addIssue({ code: 'custom', message: 'candidate is missing' });
    const isRight = read.correct ?? read.recorded_equivalent;
    if (isRight === undefined && read.label === undefined)
      context.addIssue({ code: 'custom', message: 'it has neither label nor correct' });
    return { ...read, gold: gold ?? '', candidate: candidate ?? '', isRight };
  });

/**
 * Reads labelled pairs, one JSON object a line: `gold`, `candidate`, and `label` (`equivalent` or `inequivalent`;
 * `human_accepted` or `human_rejected`) or `correct` (true or false).
 *
 * @throws SqlassayError E_LABELS_INVALID with the line
 */
export function readLabels(file: string, shown: string = file): LabelFile {
  const pairs: LabelledPair[] = [];
  const leftOut: Record<string, number> = {};
  for (const [index, text] of readText(file, shown).split('\n').entries()) {
    if (text.trim() === '') continue;
    const where = `${shown}:${index + 1}`;
    const read = line.safeParse(parseJson(text, where));
    if (!read.success) throw invalid(where, describe(read.error));
    const { id, question = '', note, evidence = note, gold, candidate, label = '', isRight } = read.data;
    const said = isRight ?? (Object.hasOwn(labels, label) ? labels[label]! : null);
    if (said === null) leftOut[label] = (leftOut[label] ?? 0) + 1;
    else
      pairs.push({
        id: String(id ?? `line ${index + 1}`),
        question,
        ...(evidence == null ? {} : { evidence }),
        gold,
        candidate,
        isRight: said,
      });
  }
  if (pairs.length === 0) {
    const known = Object.keys(labels).join(', ');
    throw invalid(shown, `it holds no pair whose label is one of ${known}`);
  }
  return { pairs, leftOut };
}

function readText(file: string, shown: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw invalid(shown, `it cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(where, 'it is not JSON');
  }
}

function describe({ issues }: z.ZodError): string {
  const [first] = issues;
  const path = first!.path.join('.');
  return path === '' ? first!.message : `${path}: ${first!.message}`;
}

function invalid(where: string, why: string): SqlassayError {
  return new SqlassayError('E_LABELS_INVALID', {
    what: `The labels cannot be used: ${why}`,
    where,
    advice:
      'Write one JSON object a line, with gold, candidate, and label (equivalent or inequivalent) or correct (true or false).',
  });
}
