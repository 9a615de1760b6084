import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/types/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const headings = [...readFileSync(join(root, 'docs/errors.md'), 'utf8').matchAll(/^## +(.*?) *$/gm)].map(
  (match) => match[1]!,
);

function testFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const tested = [...testFiles('src'), ...testFiles('test')]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe('error codes', () => {
  it('are each listed once', () => {
    expect([...new Set(errorCodes)]).toEqual([...errorCodes]);
  });

  it('have exactly one heading each in docs/errors.md, and no heading is of no code', () => {
    expect([...headings].sort()).toEqual([...errorCodes].sort());
  });

  it.each(errorCodes)('%s is named in a test', (code) => {
    expect(new RegExp(`\\b${code}\\b`).test(tested)).toBe(true);
  });
});
