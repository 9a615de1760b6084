import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadModule } from './load-module.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlassay-modules-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function load(name: string, text: string): Promise<Record<string, unknown>> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return loadModule(file, (reason) => new Error(reason));
}

it.each([
  ['a.ts', 'const answer: number = 42; export default answer;'],
  ['b.mjs', 'export default 42;'],
  ['c.json', '42'],
])('loads %s', async (name, text) => {
  expect((await load(name, text)).default).toBe(42);
});

it.each([
  ['missing.mjs', "import 'not-there';", /^Cannot find [^\n]*not-there'$/],
  ['wrong.ts', 'export default {{', /^ParseError: [^\n]*wrong\.ts:1:\d+$/],
  ['throws.mjs', "throw new Error('one\\ntwo');", /^one two$/],
  ['thrown.mjs', "throw 'text';", /^text$/],
])('says in one line why %s cannot be loaded', async (name, text, reason) => {
  await expect(load(name, text)).rejects.toThrow(reason);
});
