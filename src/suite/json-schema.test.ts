import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { suiteJsonSchema } from './json-schema.js';

const committed = fileURLToPath(new URL('../../docs/evals.schema.json', import.meta.url));

describe('the JSON Schema of suites', () => {
  it('is the committed one; `npm run docs` writes it', () => {
    expect(JSON.parse(readFileSync(committed, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(suiteJsonSchema())),
    );
  });

  it('speaks the language of files, not of memory', () => {
    const { properties, required, additionalProperties, $defs } = suiteJsonSchema() as {
      properties: Record<string, { properties?: object }>;
      required: string[];
      additionalProperties: boolean;
      $defs: { cases: { items: { properties: object; required: string[] } } };
    };
    expect(Object.keys(properties)).toContain('known_failures');
    expect(Object.keys(properties.settings?.properties ?? {})).toContain('case_timeout');
    expect(required.sort()).toEqual(['cases', 'datasources', 'name']);
    expect(additionalProperties).toBe(false);
    expect(Object.keys($defs.cases.items.properties)).toContain('paraphrase_group');
    expect($defs.cases.items.required).toEqual(['id', 'question']);
  });
});
