import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /^[^.]*\.ts$|\.d\.ts$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

describe('the rooms', () => {
  it('stand in ARCHITECTURE.md in the order of architecture.deps.json', () => {
    const table = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([a-z-]+)` \|/gm)];
    const listed = Object.keys(JSON.parse(readFileSync(join(root, 'architecture.deps.json'), 'utf8')));
    expect(table.map((match) => match[1])).toEqual(listed);
  });

  it('do not ask for the dialect or the engine outside the rooms that know them', () => {
    const asking = sources
      .filter((file) => !/^src\/(sql\/dialects|platforms)\//.test(relative(root, file)))
      .filter((file) =>
        /\bdialect\s*[!=]==?\s*['"`]|switch\s*\([^)]*\bdialect\b/.test(readFileSync(file, 'utf8')),
      );
    expect(asking.map((file) => relative(root, file))).toEqual([]);
  });

  it('are of short files: 95 in 100 under 400 lines', () => {
    const lengths = sources
      .map((file) => readFileSync(file, 'utf8').split('\n').length)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThan(400);
  });

  it('hold only sources, tests and what supports tests', () => {
    const strange = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => !/^[^.]*(\.d|\.test|\.test-d|\.test-support|\.fixture)?\.ts$/.test(name));
    expect(strange).toEqual([]);
  });

  it('have names in kebab-case, and none is a drawer for everything', () => {
    const names = sources.map((file) => relative(root, file));
    expect(names.filter((name) => !/^src\/([a-z0-9-]+\/)*[a-z0-9-]+(\.d)?\.ts$/.test(name))).toEqual([]);
    expect(names.filter((name) => /(^|\/)(utils?|helpers?|misc|common)(\.ts|\/)/.test(name))).toEqual([]);
  });
});
