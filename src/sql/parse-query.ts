import { nodeOf } from './analysis/nodes.js';
import { queryTypes } from './analysis/statement-kinds.js';
import { callParser } from './parser.js';
import type { ParserFailure, QueryNode } from './worker/protocol.js';

/** The syntax tree of a query, or why there is none. */
export type ParsedQuery = { readonly kind: 'parsed'; readonly query: QueryNode } | ParserFailure;

/**
 * Parses exactly one query. The parser is lenient: a tree is no proof that an engine accepts the text.
 *
 * @throws the signal's reason when it is aborted
 */
export async function parseQuery(sql: string, dialect: string, signal?: AbortSignal): Promise<ParsedQuery> {
  const outcome = await callParser('parse', sql, dialect, signal);
  if (outcome.kind === 'gave_up') return { kind: 'failed', message: outcome.reason };
  if (outcome.answer.kind === 'failed') return outcome.answer;
  const [query, ...others] = outcome.answer.statements;
  if (query === undefined || others.length > 0) {
    return {
      kind: 'failed',
      message: `expected one query, found ${others.length + (query ? 1 : 0)} statements`,
    };
  }
  const type = nodeOf(query)?.type ?? 'nothing';
  return queryTypes.has(type)
    ? { kind: 'parsed', query }
    : { kind: 'failed', message: `expected a query, found ${type}` };
}

/** The text of a syntax tree in the dialect it was parsed from, or why it cannot be printed. */
export async function printQuery(
  query: QueryNode,
  dialect: string,
  signal?: AbortSignal,
): Promise<{ readonly kind: 'printed'; readonly sql: string } | ParserFailure> {
  const outcome = await callParser('print', query, dialect, signal);
  return outcome.kind === 'answer' ? outcome.answer : { kind: 'failed', message: outcome.reason };
}

/**
 * Whether a text is valid SQL by the parser's strict reading; `unknown` when it was too large or the parser gave up.
 *
 * @throws the signal's reason when it is aborted
 */
export async function validateSyntax(
  sql: string,
  dialect: string,
  signal?: AbortSignal,
): Promise<
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly message: string; readonly line?: number; readonly column?: number }
  | { readonly kind: 'unknown'; readonly reason: string }
> {
  const outcome = await callParser('validate', sql, dialect, signal);
  if (outcome.kind === 'gave_up') return { kind: 'unknown', reason: outcome.reason };
  if (outcome.answer.kind === 'valid') return outcome.answer;
  return { ...outcome.answer, kind: 'invalid' };
}
