import { type CheckedSolverOutput, checkSolverOutput } from '../check-solver-output.js';
import type { HttpResponseMapping, HttpSolverConfig } from '../config/http-config.js';
import { findByPath } from '../json-path.js';

/** Words that services use for a status, beside those that the suite maps. */
const knownWords: Readonly<Record<string, string>> = {
  success: 'success',
  ok: 'success',
  completed: 'success',
  error: 'error',
  failed: 'error',
  needs_clarification: 'needs_clarification',
  unavailable: 'unavailable',
};

/** Takes a solver's output out of a reply by the paths of the suite. */
export function readResponse(
  document: unknown,
  httpStatus: number,
  { response, status_map: statusMap = {} }: Pick<HttpSolverConfig, 'response' | 'status_map'>,
): CheckedSolverOutput {
  const at = (path: string | undefined): unknown => {
    const found = path === undefined ? undefined : findByPath(path, document);
    return found === null ? undefined : found;
  };
  const errors = readErrors(response, at);
  const word = at(response.status);
  const status =
    word === undefined
      ? errors.length > 0 || httpStatus >= 400
        ? 'error'
        : 'success'
      : statusOf(word, statusMap);
  if (status === undefined)
    return {
      kind: 'malformed',
      problem: `the status ${JSON.stringify(word)} is not known; say in status_map what it means`,
    };
  const fields = {
    status,
    sql: onlyOne(at(response.sql)),
    resultSets: readRows(at(response.rows), at(response.columns)),
    answer: onlyOne(at(response.answer)),
    errors: errors.length > 0 ? errors : undefined,
    datasources: namesOf(at(response.datasources)),
    retrieval: readRetrieval(at(response.retrieval)),
    ranking: namesOf(at(response.ranking)),
    timings: at(response.timings),
    usage: readUsage(at(response.usage?.input_tokens), at(response.usage?.output_tokens)),
    costUsd: at(response.cost_usd),
  };
  return checkSolverOutput(fields);
}

/** What a path that can find several things found, where it is one. */
function onlyOne(found: unknown): unknown {
  return Array.isArray(found) && found.length < 2 ? found[0] : found;
}

function statusOf(word: unknown, statusMap: Readonly<Record<string, string>>): string | undefined {
  const text = String(word);
  return statusMap[text] ?? knownWords[text.toLowerCase()];
}

function readErrors(
  { errors, code, message }: HttpResponseMapping,
  at: (path: string | undefined) => unknown,
): { code: string; message: string }[] {
  const listed = errors === undefined ? [] : [at(errors)].flat().filter((one) => one != null);
  if (errors !== undefined)
    return listed.map((one) => readError(one, code ?? '$.code', message ?? '$.message'));
  const [codeFound, messageFound] = [at(code), at(message)];
  if (codeFound === undefined) return [];
  return [{ code: String(codeFound), message: String(messageFound ?? '') }];
}

function readError(error: unknown, code: string, message: string): { code: string; message: string } {
  if (typeof error !== 'object') return { code: String(error), message: '' };
  const [codeFound, messageFound] = [findByPath(code, error), findByPath(message, error)];
  return { code: String(codeFound ?? 'ERROR'), message: String(messageFound ?? '') };
}

/** Rows as lists, or as objects by column; null where the reply has none. */
function readRows(rows: unknown, columns: unknown): unknown {
  if (rows === undefined) return undefined;
  if (!Array.isArray(rows)) return rows;
  const named = columns === undefined ? keysOf(rows) : [columns].flat();
  if (named === undefined) return [{ columns: undefined, rows }];
  const names = named.map((column) => nameOf(column) ?? column);
  return [
    {
      columns: named,
      rows: rows.map((row) => (isObject(row) ? names.map((name) => row[String(name)] ?? null) : row)),
    },
  ];
}

/** Columns of rows that are objects, in the order in which they first come. */
function keysOf(rows: readonly unknown[]): string[] | undefined {
  if (rows.length === 0) return [];
  return rows.every(isObject) ? [...new Set(rows.flatMap(Object.keys))] : undefined;
}

/** An object of tables to columns; a list of names (`table` or `table.column`) or of objects with `columns`. */
export function readRetrieval(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const record: Record<string, unknown[]> = {};
  for (const item of value) {
    const name = nameOf(item);
    if (name === undefined) return value;
    const columns = isObject(item) ? item.columns : undefined;
    if (columns === undefined && typeof item === 'string' && item.includes('.')) {
      const dot = item.lastIndexOf('.');
      const table = item.slice(0, dot);
      record[table] = [...(record[table] ?? []), item.slice(dot + 1)];
    } else {
      const listed = [columns ?? []].flat().map((column) => nameOf(column) ?? column);
      record[name] = [...(record[name] ?? []), ...listed];
    }
  }
  return record;
}

export function namesOf(value: unknown): unknown {
  return value === undefined ? undefined : [value].flat().map((item) => nameOf(item) ?? item);
}

const nameFields = ['name', 'table', 'column', 'datasource', 'id'];

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const found = nameFields.map((field) => value[field]).find((name) => typeof name === 'string');
  return found as string | undefined;
}

function readUsage(inputTokens: unknown, outputTokens: unknown): unknown {
  return inputTokens === undefined && outputTokens === undefined
    ? undefined
    : { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
