import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.js';

const folders: string[] = [];

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqlassay-config-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const wrong = (text: RegExp) =>
  expect.objectContaining({ code: 'E_CONFIG_FILE', message: expect.stringMatching(text) });

describe('loadConfig', () => {
  it.each([
    ['sqlassay.config.ts', 'const n: number = 2; export default { passes: n };'],
    ['sqlassay.config.mts', 'export default { passes: 2 } as const;'],
    ['sqlassay.config.mjs', 'export default { passes: 2 };'],
    ['sqlassay.config.json', '{"passes": 2}'],
  ])('loads %s', async (name, text) => {
    const folder = folderWith({ [name]: text });
    expect(await loadConfig(folder)).toEqual({ config: { passes: 2 }, file: join(folder, name) });
  });

  it('is empty without a file', async () => {
    expect(await loadConfig(folderWith({}))).toEqual({ config: {}, file: null });
  });

  it.each([
    ['an unknown key, with a suggestion', '{"pases": 2}', /no setting "pases"\. Did you mean "passes"\?/],
    ['a wrong value', '{"passes": "two"}', /passes: /],
    ['broken text', '{', /could not be loaded/],
  ])('refuses %s', async (_, text, message) => {
    await expect(loadConfig(folderWith({ 'sqlassay.config.json': text }))).rejects.toThrow(wrong(message));
  });

  it('refuses two files', async () => {
    const folder = folderWith({ 'sqlassay.config.json': '{}', 'sqlassay.config.ts': 'export default {}' });
    await expect(loadConfig(folder)).rejects.toThrow(wrong(/is there too/));
  });
});
