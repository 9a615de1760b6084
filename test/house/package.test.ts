import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readImports } from '../../scripts/imports.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as object).flatMap(pathsIn);
}

describe('package.json', () => {
  it('names only files that the build makes', () => {
    const named = [...pathsIn(manifest.exports), ...pathsIn(manifest.bin), manifest.main, manifest.types];
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('ships only folders and files that exist', () => {
    expect(manifest.files.filter((path: string) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('gives types with every import and require', () => {
    for (const [subpath, target] of Object.entries<Record<string, { types?: string }> | string>(
      manifest.exports,
    )) {
      if (typeof target === 'string') continue;
      for (const condition of Object.values(target)) expect(condition.types, subpath).toMatch(/\.d\.[mc]ts$/);
    }
  });

  it('needs no compiler: no dependency runs a script at install', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const scripted = Object.entries<{ hasInstallScript?: boolean; optional?: boolean }>(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript === true && entry.optional !== true)
      .map(([path]) => path);
    expect(scripted).toEqual([]);
  });

  it('pins the parser exactly', () => {
    expect(manifest.dependencies['@polyglot-sql/sdk']).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('the files that run outside the main thread', () => {
  it.each(['parser-worker', 'embedded-child'])('%s is built as a file of its own', (entry) => {
    expect(existsSync(join(root, 'dist', 'entries', `${entry}.mjs`))).toBe(true);
  });

  it('the child carries neither zod nor the parser', () => {
    expect(reachablePackages(join(root, 'dist', 'entries', 'embedded-child.mjs'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(zod|@polyglot-sql\/.*)$/)]),
    );
  });
});

/** Packages that a built file imports, itself or through the built files it imports. */
function reachablePackages(entry: string): readonly string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { specifier } of readImports(file, readFileSync(file, 'utf8')))
      if (specifier.startsWith('.')) visit(join(file, '..', specifier));
      else packages.add(specifier);
  };
  visit(entry);
  return [...packages].sort();
}
