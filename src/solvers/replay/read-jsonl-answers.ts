import { outputFromJson } from '../output-from-json.js';
import { parseExactJson } from './parse-exact-json.js';
import { type RecordedAnswer, unreadable } from './recorded-answer.js';

/** Fields of a record that are not part of the reply. */
interface Envelope {
  readonly id?: unknown;
  readonly role?: unknown;
  readonly pass?: unknown;
  readonly delay?: unknown;
}

/**
 * Reads answers of one JSON object a line: `id`, then `role`, `pass` and `delay` (seconds) where they matter, and the
 * fields of a solver's reply in snake_case.
 */
export function readJsonlAnswers(file: string, text: string): RecordedAnswer[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${file}:${index + 1}`)]));
}

function readLine(line: string, where: string): RecordedAnswer {
  const { id, role, pass, delay, ...reply } = parseObject(line, where) as Envelope & Record<string, unknown>;
  if (typeof id !== 'string' && typeof id !== 'number') throw unreadable(where, 'The answer has no "id"');
  if (role !== undefined && typeof role !== 'string') throw unreadable(where, 'The "role" is not a text');
  if (pass !== undefined && !(Number.isInteger(pass) && Number(pass) >= 1))
    throw unreadable(where, 'The "pass" is not a whole number from 1');
  if (delay !== undefined && !(typeof delay === 'number' && delay >= 0))
    throw unreadable(where, 'The "delay" is not a number of seconds');
  return {
    caseId: String(id),
    ...(role === undefined ? {} : { role }),
    ...(pass === undefined ? {} : { pass: Number(pass) }),
    output: outputFromJson(reply),
    delaySeconds: delay ?? 0,
    where,
  };
}

function parseObject(line: string, where: string): object {
  let value: unknown;
  try {
    value = parseExactJson(line);
  } catch (cause) {
    throw unreadable(where, `The line is not JSON: ${(cause as Error).message}`, cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(where, 'The line is not a JSON object');
  return value;
}
