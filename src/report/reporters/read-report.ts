import { readFile } from 'node:fs/promises';
import type { CaseResult, RunInfo, RunSummary } from '../../types/index.js';
import type { Board } from '../board/board.js';

/** A run as a report of it has it. */
export interface ReportedRun {
  readonly summary: RunSummary;
  results(): AsyncIterable<CaseResult>;
}

interface Document {
  readonly schemaVersion?: unknown;
  readonly run?: RunInfo;
  readonly results?: readonly CaseResult[];
  readonly board?: Board;
}

/** Reads what the reporters `json` and `jsonl` write; null for anything else, a report that was cut short included. */
export async function readReport(path: string): Promise<ReportedRun | null> {
  const text = await readFile(path, 'utf8');
  const document = readDocument(text) ?? readLines(text);
  if (document === null || document.schemaVersion !== 1) return null;
  const { run, results, board } = document;
  if (run === undefined || results === undefined || board === undefined) return null;
  const { counts, end, selfTest, datasources, seconds } = board;
  return {
    summary: { info: run, counts, end, selfTest, datasources, seconds },
    async *results() {
      yield* results;
    },
  };
}

function readDocument(text: string): Document | null {
  const value = parse(text);
  return isObject(value) && !('kind' in value) ? value : null;
}

function readLines(text: string): Document | null {
  let document: Document = { schemaVersion: 1, results: [] };
  const results: CaseResult[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const value = parse(line);
    if (!isObject(value) || !('kind' in value) || !('schemaVersion' in value)) return null;
    const { kind, schemaVersion, result, run, board } = value as Record<string, unknown>;
    if (kind === 'run') document = { ...document, schemaVersion, run: run as RunInfo };
    else if (kind === 'case') results.push(result as CaseResult);
    else if (kind === 'end') document = { ...document, board: board as Board };
    else return null;
  }
  return { ...document, results };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
