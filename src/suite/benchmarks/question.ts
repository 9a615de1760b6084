import { z } from 'zod';
import type { Case, SourceLocation } from '../../types/index.js';
import { describeIssue } from '../schema/describe-issue.js';
import { benchmarkError } from './benchmark-error.js';

const text = z.string().min(1);
const dbId = z.string().regex(/^(?!\.+$)[^/\\\0]+$/, 'a db_id is the name of one database, without slashes');
const id = z.union([text, z.number().int().nonnegative()]).transform(String);

const questionSchema = z.object({
  id: id.nullish(),
  question_id: id.nullish(),
  db_id: dbId.nullish(),
  question: text,
  evidence: z.string().nullish(),
  difficulty: z.string().nullish(),
  tags: z.array(text).nullish(),
  /** Plain JSONL says `sql`, Spider `query` and BIRD `SQL`; Spider's `sql` is a parse tree, which is not read. */
  sql: z.unknown().optional(),
  query: text.nullish(),
  SQL: text.nullish(),
  alt_sql: z.union([text.transform((sql) => [sql]), z.array(text)]).nullish(),
  order_matters: z.boolean().nullish(),
});

/** A question of a benchmark, before its case is made. */
export type Question = z.output<typeof questionSchema>;

/** Reads one question; fields that are not known are left. */
export function readQuestion(value: unknown, location: SourceLocation): Question {
  const parsed = questionSchema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw benchmarkError(
    `${location.file}:${location.line}`,
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

/** The case of a question, with the id and gold query that its benchmark gives it. */
export function caseOfQuestion(
  question: Question,
  {
    id,
    sql,
    source,
  }: { readonly id: string; readonly sql: string | undefined; readonly source: SourceLocation },
): Case {
  const { db_id, evidence, difficulty, tags, alt_sql, order_matters } = question;
  return {
    id,
    question: question.question,
    expected: { default: 'allowed' },
    ...(evidence ? { evidence } : {}),
    ...(db_id ? { dbId: db_id } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(tags ? { tags } : {}),
    ...(sql === undefined ? {} : { sql }),
    ...(alt_sql ? { altSql: alt_sql } : {}),
    ...(order_matters === null || order_matters === undefined ? {} : { orderMatters: order_matters }),
    source,
  };
}
