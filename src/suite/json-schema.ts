import { z } from 'zod';
import { caseSchema } from './schema/case.js';
import { suiteSchema } from './schema/suite.js';

/**
 * JSON Schema of a suite file, made from the definitions that files are checked with. A file of cases is the schema's
 * `#/$defs/cases`.
 */
export function suiteJsonSchema(): Record<string, unknown> {
  const { $schema, ...suite } = z.toJSONSchema(suiteSchema, { io: 'input', unrepresentable: 'any' });
  const { $schema: _, ...cases } = z.toJSONSchema(z.array(caseSchema), {
    io: 'input',
    unrepresentable: 'any',
  });
  return { $schema, title: 'sqlassay suite', ...suite, $defs: { ...suite.$defs, cases } };
}
