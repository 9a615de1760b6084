import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { findCycles } from './import-cycles.js';
import { type ImportSite, readImports } from './imports.js';

/** A breach of the rules about who may import whom; `where` is a file and line, or the list of arrows itself. */
export interface ArrowProblem {
  readonly rule:
    | 'folder not listed'
    | 'folder missing'
    | 'listed upwards'
    | 'listed but unused'
    | 'arrow not listed'
    | 'inner file'
    | 'root file'
    | 'outside src'
    | 'no such file'
    | 'cycle';
  readonly where: string;
  readonly what: string;
}

const listFile = 'architecture.deps.json';

/**
 * Checks the imports under `src/` of a project against its list of arrows.
 *
 * A folder imports only folders that stand above it in the list, only those listed for it, and only their `index.ts`.
 * Files directly in `src/` are edges: they may import every folder, and no folder may import them. Tests beside the
 * source, and what supports them, may use every folder's `index.ts`, and files outside `src/`. Type-only imports count as arrows; inside one
 * folder they do not count as cycles, because the compiler erases them.
 */
export function checkArrows(
  root: string,
  importsOf: (file: string, text: string) => readonly ImportSite[] = readImports,
): readonly ArrowProblem[] {
  const arrows: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(join(root, listFile), 'utf8'),
  );
  const rank = new Map(Object.keys(arrows).map((folder, index) => [folder, index]));
  const problems: ArrowProblem[] = [];
  const used = new Set<string>();
  const graph = new Map<string, string[]>();
  const files = sourceFiles(root);

  for (const [folder, targets] of Object.entries(arrows)) {
    if (!files.some((file) => folderOf(file) === folder))
      problems.push({ rule: 'folder missing', where: listFile, what: `src/${folder} holds no source file` });
    for (const target of targets)
      if ((rank.get(target) ?? Number.POSITIVE_INFINITY) >= rank.get(folder)!)
        problems.push({ rule: 'listed upwards', where: listFile, what: `${folder} -> ${target}` });
  }
  for (const folder of new Set(files.map(folderOf)))
    if (folder !== null && !rank.has(folder))
      problems.push({ rule: 'folder not listed', where: listFile, what: `src/${folder}` });

  for (const file of files) {
    const from = folderOf(file);
    const isTest = /\.(test|test-d|test-support|fixture)\.ts$/.test(file);
    const edges: string[] = [];
    if (!isTest) graph.set(file, edges);

    for (const { specifier, line, typeOnly } of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const report = (rule: ArrowProblem['rule'], what: string): void => {
        problems.push({ rule, where: `${file}:${line}`, what });
      };
      if (/^sqlassay(\/|$)/.test(specifier))
        report('root file', `imports the package itself, as ${specifier}`);
      if (!specifier.startsWith('.')) continue;
      const path = posix.join(posix.dirname(file), specifier);
      if (!path.startsWith('src/')) {
        if (!isTest) report('outside src', `imports ${specifier}`);
        continue;
      }
      const target = resolveSource(root, path);
      if (target === null) {
        report('no such file', `imports ${specifier}`);
        continue;
      }
      const to = folderOf(target);
      if (!isTest && (to !== from || !typeOnly)) edges.push(target);
      if (to === from) continue;
      if (to === null) {
        if (!isTest) report('root file', `src/${from} imports ${target}, an edge`);
        continue;
      }
      if (target !== `src/${to}/index.ts`) report('inner file', `imports ${target}, not src/${to}/index.ts`);
      if (isTest || from === null) continue;
      used.add(`${from} -> ${to}`);
      if (!arrows[from]?.includes(to))
        report(
          'arrow not listed',
          `${from} -> ${to}${isUpward(rank, from, to) ? ', which points upwards' : ''}`,
        );
    }
  }

  for (const [folder, targets] of Object.entries(arrows))
    for (const target of targets)
      if (!used.has(`${folder} -> ${target}`))
        problems.push({ rule: 'listed but unused', where: listFile, what: `${folder} -> ${target}` });
  for (const cycle of findCycles(graph))
    problems.push({ rule: 'cycle', where: cycle[0]!, what: [...cycle, cycle[0]].join(' -> ') });
  return problems;
}

function isUpward(rank: ReadonlyMap<string, number>, from: string, to: string): boolean {
  return (rank.get(to) ?? 0) > (rank.get(from) ?? 0);
}

/** The folder of `src/` that a file is in, or null for a file directly in `src/`. */
function folderOf(file: string): string | null {
  const parts = file.split('/');
  return parts.length > 2 ? parts[1]! : null;
}

function resolveSource(root: string, path: string): string | null {
  const source = path.endsWith('.js') ? path.replace(/\.js$/, '.ts') : path;
  return existsSync(join(root, source)) ? source : null;
}

/** Paths relative to the root, with forward slashes. */
function sourceFiles(root: string): readonly string[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
