import { z } from 'zod';
import { expectationSchema } from '../../scorers/index.js';
import type { Case, Cell } from '../../types/index.js';
import { snakeCaseObject } from './strict-object.js';

const name = z.string().min(1);
const names = z.array(name);

/** Cells are read from the text of the file, before the schema, so that none is rounded. */
const cell = z.unknown().transform((value) => value as Cell);
const rows = z.array(z.array(cell));

const comparison = snakeCaseObject({
  column_order: z.enum(['ignore', 'strict']).exactOptional(),
  null_equality: z.enum(['equal', 'distinct']).exactOptional(),
  float_tolerance: z.number().nonnegative().exactOptional(),
  match_key: names.exactOptional(),
});

/** One case as a file holds it. */
export const caseSchema = snakeCaseObject({
  id: z.string({ error: 'An id is a text; put quotes around a number' }).min(1),
  question: z.string().min(1),
  evidence: z.string().exactOptional().describe('A hint that the solver is given with the question'),
  kind: z.enum(['answer', 'routing']).exactOptional(),
  datasources: names.min(1).exactOptional().describe("Default: the suite's one datasource"),
  db_id: z
    .string()
    .regex(/^(?!\.+$)[^/\\\0]+$/, 'A db_id is the name of one database, without slashes')
    .exactOptional()
    .describe('Which database of a datasource whose path has {db_id}'),
  difficulty: name.exactOptional(),
  tags: names.exactOptional(),
  paraphrase_group: name.exactOptional().describe('Cases of one group share one result'),
  tables: names.exactOptional(),
  columns: names.exactOptional(),
  expected: z
    .record(name, z.enum(['allowed', 'refused', 'unanswerable', 'clarify']))
    .exactOptional()
    .describe('Outcome per role; a role that is not listed is not run'),
  order_matters: z.boolean().exactOptional(),
  sql: z
    .union([name, z.record(name, name)])
    .exactOptional()
    .describe('The gold query, or one per datasource'),
  rows: rows.exactOptional().describe('The result of sql; written by `sqlassay gold`, never by hand'),
  result_columns: z.array(z.string()).exactOptional(),
  columns_typed: z
    .array(snakeCaseObject({ name: z.string(), type: name }))
    .exactOptional()
    .describe('Types of the expected columns'),
  alt_sql: names.exactOptional().describe('Other queries that are right too'),
  alt_rows: z.array(rows).exactOptional().describe('Their results; written by `sqlassay gold`'),
  comparison: comparison.exactOptional(),
  expectations: z
    .array(expectationSchema)
    .exactOptional()
    .describe('What expectation_suite checks of the result'),
  budget: snakeCaseObject({ max_seconds: z.number().positive().nullable() }).exactOptional(),
}) satisfies z.ZodType<Omit<Case, 'source'>>;
