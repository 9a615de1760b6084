import { LRUCache } from 'lru-cache';
import type { Inspection } from './analysis/inspection.js';
import { ParserHost, type ParserOutcome, type ParserStatistics } from './worker/parser-host.js';
import type { ParserAnswers } from './worker/protocol.js';

/** Longer texts are not sent to the parser: its time grows faster than the text. UTF-8 bytes. */
export const maxParsedBytes = 100_000;

const host = new ParserHost({ timeoutMs: 10_000, maxGrowthBytes: 64 * 1024 * 1024, stackSizeMb: 64 });

/** What was found out about texts, bounded by the bytes of the texts and answers. */
const inspections = new LRUCache<string, Inspection>({ maxSize: 1024 * 1024, maxEntrySize: 128 * 1024 });

/** One call to the parser, unless the text is too large for it. */
export function callParser<Operation extends keyof ParserAnswers>(
  operation: Operation,
  input: unknown,
  dialect: string,
  signal?: AbortSignal,
): Promise<ParserOutcome<ParserAnswers[Operation]>> {
  const reason = typeof input === 'string' ? tooLarge(input) : null;
  if (reason !== null) return Promise.resolve({ kind: 'gave_up', reason });
  return host.call(operation, input, dialect, signal);
}

/** The inspection of a text, from the cache when it was inspected before. */
export async function inspectQuery(sql: string, dialect: string, signal?: AbortSignal): Promise<Inspection> {
  signal?.throwIfAborted();
  const key = `${dialect}\n${sql}`;
  const known = inspections.get(key);
  if (known !== undefined) return known;
  const outcome = await callParser('inspect', sql, dialect, signal);
  if (outcome.kind === 'gave_up') return { kind: 'unreadable', reason: outcome.reason };
  const size = 2 * key.length + 2 * JSON.stringify(outcome.answer).length + 100;
  inspections.set(key, outcome.answer, { size });
  return outcome.answer;
}

/** Calls, restarts and memory of the parser's thread so far. */
export function parserStatistics(): ParserStatistics {
  return host.statistics();
}

/** Ends the parser's thread; the next call starts a new one. It never keeps a process alive, so this is for tidy ends. */
export function closeParser(): Promise<void> {
  return host.close();
}

function tooLarge(sql: string): string | null {
  const bytes = Buffer.byteLength(sql);
  return bytes > maxParsedBytes
    ? `the text has ${bytes} bytes, more than the ${maxParsedBytes} that are parsed`
    : null;
}
