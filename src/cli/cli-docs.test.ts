import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from './command-table.js';
import { configSchema } from './config-schema.js';
import { keyOf, variableOf } from './flags/flag.js';
import { renderCliDocs } from './render-cli-docs.js';

describe('docs/cli.md', () => {
  it('is what the command table says (npm run docs)', () => {
    expect(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')).toBe(renderCliDocs());
  });
});

describe('the command table', () => {
  it('gives each flag of a command a variable and a key of its own; `--x` and `--no-x` share the key', () => {
    for (const { name, flags } of commands) {
      const variables = new Set(flags.map((flag) => variableOf(flag)));
      expect([name, variables.size]).toEqual([name, flags.length]);
      const keys = new Set(flags.map((flag) => keyOf(flag)));
      const things = new Set(flags.map((flag) => flag.name.replace(/^no-/, '')));
      expect([name, keys.size]).toEqual([name, things.size]);
    }
  });

  it('has a config setting for every flag of run, but those that pick out one run or one report', () => {
    const oneRun = ['lastFailed', 'resume', 'retryErrors', 'shard', 'json', 'reporter'];
    const keys = commands[0].flags.map((flag) => keyOf(flag)).filter((key) => !oneRun.includes(key));
    expect(Object.keys(configSchema.shape).sort()).toEqual([...new Set(keys), 'scorers', 'reporters'].sort());
  });
});
