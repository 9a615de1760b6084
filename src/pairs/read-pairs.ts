import { createReadStream, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { dialects } from '../dialects/index.js';
import { SqlassayError } from '../types/index.js';
import type { PairRequest } from './pair-request.js';

/** One line of a file of pairs: a pair, or what is wrong with the line. */
export interface PairLine {
  /** Counted from 1. */
  readonly line: number;
  /** As the line has it; null where it has none. */
  readonly id: string | number | null;
  readonly pair: PairRequest | SqlassayError;
}

/** What a pair that does not say otherwise is read with. */
export interface PairDefaults {
  readonly dialect: string | null;
  readonly ddl: string | null;
}

/**
 * The pairs of a JSONL file, line by line: `{id?, dialect?, schema?, gold, candidate}`. `schema` is a file of CREATE TABLE
 * statements, from the folder of the file of pairs, or the statements themselves. Blank lines are passed over.
 */
export async function* readPairs(path: string, defaults: PairDefaults): AsyncGenerator<PairLine> {
  const schemas = new Map<string, string>();
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') yield { line, ...readLine(text) };
  }

  function readLine(text: string): Omit<PairLine, 'line'> {
    let id: string | number | null = null;
    try {
      const read = fieldsOf(text);
      if (typeof read.id === 'string' || typeof read.id === 'number') id = read.id;
      const named = stringOf(read, 'dialect') ?? defaults.dialect;
      if (named === null) throw invalid('It has no "dialect"', 'Add one, or give --dialect.');
      requireDialect(named);
      const schema = stringOf(read, 'schema');
      return {
        id,
        pair: {
          gold: required(read, 'gold'),
          candidate: required(read, 'candidate'),
          dialect: named,
          ddl: schema === null ? defaults.ddl : schemaText(schema),
        },
      };
    } catch (error) {
      if (error instanceof SqlassayError) return { id, pair: error };
      throw error;
    }
  }

  function schemaText(schema: string): string {
    if (/\bcreate\s/i.test(schema)) return schema;
    const file = resolve(dirname(path), schema);
    const known = schemas.get(file);
    if (known !== undefined) return known;
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      throw invalid(
        `The schema file cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}: ${schema}`,
        'Name it from the folder of the file of pairs.',
      );
    }
    schemas.set(file, text);
    return text;
  }
}

/** @throws E_PAIR_INVALID for a dialect nobody knows */
export function requireDialect(dialect: string): void {
  const known = dialects.some(({ name, aliases }) => [name, ...aliases].includes(dialect.toLowerCase()));
  if (known) return;
  throw invalid(
    `There is no dialect "${dialect}"`,
    `Use one of ${dialects.map(({ name }) => name).join(', ')}.`,
  );
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw invalid('The line is not JSON', 'Write one JSON object a line.');
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
  throw invalid('The line is not a JSON object', 'Write {"gold": "...", "candidate": "..."}.');
}

function stringOf(read: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = read[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  throw invalid(`Its "${name}" is not a text`, 'Write it in double quotes.');
}

function required(read: Readonly<Record<string, unknown>>, name: string): string {
  const value = stringOf(read, name);
  if (value !== null && value.trim() !== '') return value;
  throw invalid(`It has no "${name}"`, 'A pair needs "gold" and "candidate".');
}

function invalid(what: string, advice: string): SqlassayError {
  return new SqlassayError('E_PAIR_INVALID', { what, advice });
}
