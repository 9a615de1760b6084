import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One pair of a set, as its file has it. */
export interface SetPair {
  readonly id: string;
  readonly dialect: string;
  /** The path of a file of CREATE TABLE statements, from the folder of the sets. */
  readonly schema: string;
  readonly gold: string;
  readonly candidate: string;
  /** `equivalent` and `inequivalent` count as truths; any other label is reported apart or not at all. */
  readonly label?: string;
  /** What another search found: `identical`, `same`, `refuted`, `ties` or `invalid`. */
  readonly reference?: string;
}

/** The pairs of one file, and what is wrong with its other lines. */
export interface PairSet {
  readonly name: string;
  readonly pairs: readonly SetPair[];
  readonly problems: readonly string[];
}

/** The sets of a folder by name, in order. */
export function listSets(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => basename(file, '.jsonl'))
    .sort();
}

/** Reads a set; a line that is no pair is a problem of that line only. */
export function readSet(folder: string, name: string): PairSet {
  const pairs: SetPair[] = [];
  const problems: string[] = [];
  const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const pair = readPair(line, `${name}-${at + 1}`);
    if (typeof pair === 'string') problems.push(`${name}.jsonl:${at + 1}: ${pair}`);
    else pairs.push(pair);
  }
  return { name, pairs, problems };
}

function readPair(line: string, number: string): SetPair | string {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (error) {
    return `the line is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return 'the line is not an object';
  const fields = read as Record<string, unknown>;
  for (const name of ['dialect', 'schema', 'gold', 'candidate'])
    if (typeof fields[name] !== 'string') return `"${name}" must be a string`;
  for (const name of ['label', 'reference'])
    if (fields[name] !== undefined && fields[name] !== null && typeof fields[name] !== 'string')
      return `"${name}" must be a string`;
  const text = (name: string): string => fields[name] as string;
  const optional = (name: 'label' | 'reference') =>
    typeof fields[name] === 'string' ? { [name]: text(name) } : {};
  return {
    id: fields.id === undefined ? number : String(fields.id),
    dialect: text('dialect'),
    schema: text('schema'),
    gold: text('gold'),
    candidate: text('candidate'),
    ...optional('label'),
    ...optional('reference'),
  };
}
