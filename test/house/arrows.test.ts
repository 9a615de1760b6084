import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArrowProblem, checkArrows } from '../../scripts/arrows.js';
import { type ImportSite, readImports } from '../../scripts/imports.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Copies of one file have the same imports, so each text is parsed once. */
const parsed = new Map<string, readonly ImportSite[]>();
function importsOf(file: string, text: string): readonly ImportSite[] {
  const known = parsed.get(text) ?? readImports(file, text);
  parsed.set(text, known);
  return known;
}

describe('the arrows of a copy of this project', () => {
  let copy: string;
  let before: ReadonlySet<string>;

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'sqlassay-arrows-'));
    cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
    cpSync(join(root, 'architecture.deps.json'), join(copy, 'architecture.deps.json'));
    before = new Set(checkArrows(copy, importsOf).map((problem) => JSON.stringify(problem)));
  });
  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  function newProblems(): readonly Pick<ArrowProblem, 'rule' | 'what'>[] {
    return checkArrows(copy, importsOf)
      .filter((problem) => !before.has(JSON.stringify(problem)))
      .map(({ rule, what }) => ({ rule, what }));
  }

  function editArrows(edit: (arrows: Record<string, string[]>) => void): void {
    const path = join(copy, 'architecture.deps.json');
    const arrows = JSON.parse(readFileSync(path, 'utf8'));
    edit(arrows);
    writeFileSync(path, JSON.stringify(arrows));
  }

  it('has no problem', () => {
    expect([...before]).toEqual([]);
  });

  it.each([
    ['an import', "import '../runner/index.js';"],
    ['a type-only import', "import type { RunOptions } from '../runner/index.js';"],
    ['a re-export', "export { executeRun } from '../runner/index.js';"],
    ['a dynamic import', "void import('../runner/index.js');"],
    ['an import type', "export type Options = import('../runner/index.js').RunOptions;"],
    ['a require', "require('../runner/index.js');"],
  ])('catch %s along an arrow that is not listed', (_name, line) => {
    writeFileSync(join(copy, 'src/entries/injected.ts'), `${line}\n`);
    expect(newProblems()).toContainEqual({
      rule: 'arrow not listed',
      what: 'entries -> runner, which points upwards',
    });
  });

  it('catch an arrow that is listed upwards, used or not', () => {
    editArrows((arrows) => arrows.types!.push('values'));
    expect(newProblems()).toEqual([
      { rule: 'listed upwards', what: 'types -> values' },
      { rule: 'listed but unused', what: 'types -> values' },
    ]);
  });

  it('catch an arrow that is listed and unused', () => {
    editArrows((arrows) => arrows.gate!.push('entries'));
    expect(newProblems()).toEqual([{ rule: 'listed but unused', what: 'gate -> entries' }]);
  });

  it('catch an import of an inner file', () => {
    writeFileSync(join(copy, 'src/entries/injected.ts'), "import '../types/errors.js';\n");
    expect(newProblems()).toEqual([
      { rule: 'inner file', what: 'imports src/types/errors.ts, not src/types/index.ts' },
    ]);
  });

  it('catch an inner import in a test beside the source, but let it use every index', () => {
    writeFileSync(
      join(copy, 'src/types/injected.test.ts'),
      "import '../runner/index.js';\nimport '../runner/run-options.js';\n",
    );
    expect(newProblems()).toEqual([
      { rule: 'inner file', what: 'imports src/runner/run-options.ts, not src/runner/index.ts' },
    ]);
  });

  it('catch a cycle inside a folder, but not one of types', () => {
    writeFileSync(join(copy, 'src/types/one.ts'), "import './two.js';\nexport type One = 1;\n");
    writeFileSync(
      join(copy, 'src/types/two.ts'),
      "import type { One } from './one.js';\nexport type Two = One;\n",
    );
    expect(newProblems()).toEqual([]);
    appendFileSync(join(copy, 'src/types/two.ts'), "await import('./one.js');\n");
    expect(newProblems()).toEqual([
      { rule: 'cycle', what: 'src/types/one.ts -> src/types/two.ts -> src/types/one.ts' },
    ]);
  });

  it('catch a folder that is not listed, an edge that is imported, and a way out of src', () => {
    cpSync(join(copy, 'src/entries'), join(copy, 'src/helpers'), { recursive: true });
    writeFileSync(join(copy, 'src/edge.ts'), "import './entries/index.js';\n");
    writeFileSync(
      join(copy, 'src/entries/injected.ts'),
      "import '../edge.js';\nimport '../../scripts/arrows.js';\nimport 'sqlassay';\nimport './gone.js';\n",
    );
    expect(newProblems().map((problem) => problem.rule)).toEqual(
      expect.arrayContaining(['folder not listed', 'root file', 'outside src', 'no such file']),
    );
  });
});

describe('readImports', () => {
  it('tells erased imports from real ones, and ignores look-alikes', () => {
    const text = [
      "import { type A, type B } from 'a';",
      "import { type C, d } from 'b';",
      "export type { E } from 'c';",
      "export * from 'd';",
      "const text = \"import 'not-this'\"; // import 'nor-this'",
    ].join('\n');
    expect(readImports('x.ts', text)).toEqual([
      { specifier: 'a', line: 1, typeOnly: true },
      { specifier: 'b', line: 2, typeOnly: false },
      { specifier: 'c', line: 3, typeOnly: true },
      { specifier: 'd', line: 4, typeOnly: false },
    ]);
  });
});
