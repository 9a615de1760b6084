import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands, keyOf, variableOf } from './command-table.js';
import { configSchema } from './config-schema.js';
import { renderCliDocs } from './render-cli-docs.js';

describe('docs/cli.md', () => {
  it('is what the command table says (npm run docs)', () => {
    expect(readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')).toBe(renderCliDocs());
  });
});

describe('the command table', () => {
  it('gives each flag of a command a variable and a key of its own', () => {
    for (const { name, flags } of commands) {
      for (const of of [variableOf, keyOf] as const) {
        const made = flags.map((flag) => of(flag));
        expect([name, new Set(made).size]).toEqual([name, flags.length]);
      }
    }
  });

  it('has a config setting for every flag of run, but those that pick out one run or one report', () => {
    const oneRun = ['lastFailed', 'resume', 'retryErrors', 'json', 'reporter'];
    const keys = commands[0].flags.map((flag) => keyOf(flag)).filter((key) => !oneRun.includes(key));
    expect(Object.keys(configSchema.shape).sort()).toEqual([...keys, 'scorers', 'reporters'].sort());
  });
});
