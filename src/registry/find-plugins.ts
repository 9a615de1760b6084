import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** A scorer that an installed package declares; nothing of the package has been run. */
export interface PluginScorer {
  readonly name: string;
  /** Name and version of the package. */
  readonly from: string;
  /** Folder of the package. */
  readonly folder: string;
  /** The module, absolute, and the export that is the factory; or what is wrong with the declaration. */
  readonly target: { readonly file: string; readonly exportName: string } | { readonly problem: string };
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly sqlassay?: { readonly scorers?: Readonly<Record<string, unknown>> };
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
}

/**
 * Lists the scorers that the direct dependencies of a project declare under `"sqlassay": { "scorers": {...} }` in
 * their package.json. The project is the nearest package.json at or above `start`, a file or folder.
 */
export function findPlugins(start: string): PluginScorer[] {
  const project = nearestProject(folderOf(resolve(start)));
  if (project === undefined) return [];
  return directDependencies(readManifest(join(project, 'package.json'))).flatMap((name) => {
    const folder = packageFolder(name, project);
    return folder === undefined ? [] : declaredScorers(folder);
  });
}

function folderOf(path: string): string {
  return existsSync(path) && statSync(path).isDirectory() ? path : dirname(path);
}

function nearestProject(start: string): string | undefined {
  return upwards(start).find((folder) => existsSync(join(folder, 'package.json')));
}

function packageFolder(name: string, project: string): string | undefined {
  return upwards(project)
    .map((folder) => join(folder, 'node_modules', name))
    .find((folder) => existsSync(join(folder, 'package.json')));
}

function upwards(start: string): string[] {
  const folders = [start];
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder))
    folders.push(dirname(folder));
  return folders;
}

function directDependencies(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const names = [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((group) =>
    Object.keys(group ?? {}),
  );
  return [...new Set(names)].sort();
}

function declaredScorers(folder: string): PluginScorer[] {
  const { name = folder, version = '', sqlassay } = readManifest(join(folder, 'package.json'));
  const from = version === '' ? name : `${name}@${version}`;
  return Object.entries(sqlassay?.scorers ?? {}).map(([scorer, target]) => ({
    name: scorer,
    from,
    folder,
    target: readTarget(target, folder),
  }));
}

function readTarget(value: unknown, folder: string): PluginScorer['target'] {
  const [path, exportName, ...rest] = typeof value === 'string' ? value.split('#') : [];
  if (path === undefined || path === '' || exportName === undefined || exportName === '' || rest.length > 0)
    return { problem: 'it is not declared as "./file.js#export"' };
  const file = resolve(folder, path);
  return file.startsWith(folder + sep)
    ? { file, exportName }
    : { problem: 'its file lies outside the package' };
}

/** A manifest that cannot be read declares nothing: a broken package is not this project's concern. */
function readManifest(file: string): Manifest {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
