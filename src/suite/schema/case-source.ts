import { z } from 'zod';
import { strictObject } from './strict-object.js';

const path = z.string().min(1);

/** Cases of a benchmark's own files. */
export const benchmarkSourceSchema = strictObject({
  format: z.enum(['spider', 'bird', 'jsonl']),
  path: path.describe("The benchmark's questions: dev.json, or a .jsonl file; relative to the suite"),
  gold: path.exactOptional().describe('Gold queries, one `SQL<tab>db_id` a line'),
  tables: path.exactOptional().describe('tables.json, to check the database ids'),
  datasource: path.exactOptional().describe("The datasource that answers them; default the suite's only one"),
  tags: z.array(z.string().min(1)).exactOptional().describe('Added to every case'),
});

export type BenchmarkSource = z.output<typeof benchmarkSourceSchema>;
