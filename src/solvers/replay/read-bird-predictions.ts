import type { Case } from '../../types/index.js';
import { type RecordedAnswer, unreadable } from './recorded-answer.js';

const separator = '\t----- bird -----\t';

/**
 * Reads a BIRD prediction file: `{"0": "SQL\t----- bird -----\tdb_id", ...}`. The keys are question ids; a file whose
 * keys are 0 to n-1 over cases with other ids is by position, as BIRD's own evaluation reads it, when the counts are
 * equal and every database fits.
 */
export function readBirdPredictions(file: string, text: string, cases: readonly Case[]): RecordedAnswer[] {
  const entries = Object.entries(parse(file, text));
  const ids = new Set(cases.map(({ id }) => id));
  const byId =
    entries.some(([key]) => !isPosition(key, entries.length)) || entries.every(([key]) => ids.has(key));
  const position = new Map(cases.map((item, index) => [byId ? item.id : String(index), item]));
  if (!byId && entries.length !== cases.length)
    throw unreadable(
      file,
      `The file has ${entries.length} predictions by position for ${cases.length} cases`,
    );
  if (!byId && entries.some(([key, value]) => ids.has(key) && !String(value).includes(separator))) {
    throw unreadable(
      file,
      'Its keys may be question ids or positions, and there are no database ids that would tell which',
    );
  }
  return entries.map(([key, value]) => {
    const where = `${file} key "${key}"`;
    if (typeof value !== 'string') throw unreadable(where, 'The prediction is not a text');
    const [sql, dbId] = splitDatabase(value);
    const item = position.get(key);
    if (dbId !== undefined && item?.dbId !== undefined && dbId !== item.dbId)
      throw unreadable(
        where,
        `The prediction is for database "${dbId}", but case ${item.id} is on "${item.dbId}"`,
      );
    return { caseId: item?.id ?? key, output: { status: 'success', sql }, delaySeconds: 0, where };
  });
}

function parse(file: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw unreadable(file, `The file is not JSON: ${(cause as Error).message}`, cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable(file, 'The file is not a JSON object of key to prediction');
  return value as Record<string, unknown>;
}

function isPosition(key: string, count: number): boolean {
  return /^(0|[1-9]\d*)$/.test(key) && Number(key) < count;
}

function splitDatabase(prediction: string): [sql: string, dbId: string | undefined] {
  const at = prediction.lastIndexOf(separator);
  if (at < 0) return [prediction, undefined];
  return [prediction.slice(0, at), prediction.slice(at + separator.length).trim()];
}
