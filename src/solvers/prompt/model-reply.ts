import { z } from 'zod';
import type { LlmReply, SolverOutput } from '../../types/index.js';
import { failedOutput } from '../failed-output.js';

const text = z.string().nullable();

const reply = z.object({
  sql: text.describe('The query, or null when none is written'),
  answer: text.describe('A short answer in words, where it is known without running the query; else null'),
  clarification: text.describe('The question back, when it is needed; else null'),
  unanswerable: text.describe('Why the schema cannot answer the question, when it cannot; else null'),
});

/** What a model is asked for, as JSON Schema. Every field is required, because some providers take no others. */
export const replySchema: Readonly<Record<string, unknown>> = (() => {
  const { $schema: _, ...schema } = z.toJSONSchema(reply);
  return schema;
})();

/** How the reply should look, for a model that is not given the schema. */
export const replyInstructions = `Reply with one JSON object and nothing else: {"sql": the query or null, "answer": a short answer in words where it is known without running the query, else null, "clarification": the question back when it is needed, else null, "unanswerable": why the schema cannot answer the question when it cannot, else null}.`;

/**
 * Reads a model's reply. Where it is no such object, its text is taken for SQL: the guard finds the statement in it. A query
 * counts before everything else that the reply says.
 */
export function readReply({ object, text: written }: LlmReply, unanswerableCode: string): SolverOutput {
  const parsed = reply.partial().safeParse(object ?? jsonIn(written));
  if (!parsed.success) {
    return written.trim() === ''
      ? failedOutput('MALFORMED_REPLY', 'The model replied with nothing')
      : { status: 'success', sql: written };
  }
  const { sql, answer, clarification, unanswerable } = parsed.data;
  const answered = isWritten(answer) ? { answer } : {};
  if (isWritten(sql)) return { status: 'success', sql, ...answered };
  if (isWritten(clarification)) return { status: 'needs_clarification', answer: clarification };
  if (isWritten(unanswerable)) return failedOutput(unanswerableCode, unanswerable);
  return isWritten(answer)
    ? { status: 'success', answer }
    : failedOutput('MALFORMED_REPLY', 'The reply has neither a query nor anything instead of it');
}

function isWritten(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value.trim() !== '';
}

/** The JSON object that a text is, fenced or not; undefined where it is something else. */
function jsonIn(written: string): unknown {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(written)?.[1] ?? written;
  try {
    const value: unknown = JSON.parse(bare);
    return typeof value === 'object' && value !== null && hasOwnField(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function hasOwnField(value: object): boolean {
  return Object.keys(reply.shape).some((name) => Object.hasOwn(value, name));
}
