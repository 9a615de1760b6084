import { toJson, visibleLine } from '../../report/index.js';
import { type CachedFile, cacheFolderOf, clearCache, listCache, pruneCache } from '../../runner/index.js';
import { usage } from '../flags/read-flag.js';
import { openProject } from '../open-project.js';
import type { CommandAction } from './command-action.js';

const defaultDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** `sqlassay cache`: shows or removes the kept answers of a suite. */
export const cacheCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(flagsWith({}).suite ?? 'evals.yaml', io);
  const flags = flagsWith(project.config);
  const folder = cacheFolderOf({ file: project.suiteFile })!;
  const days = flags.maxAge ?? defaultDays;
  const actions: Readonly<Record<string, () => Promise<readonly CachedFile[]>>> = {
    list: () => listCache(folder),
    clear: () => clearCache(folder),
    prune: () => pruneCache(folder, new Date(io.now() - days * dayMs)),
  };
  const action = Object.hasOwn(actions, argument) ? actions[argument] : undefined;
  if (action === undefined) {
    throw usage('cache', `There is no action "${argument}"`, 'The actions are list, clear and prune.');
  }
  const files = await action();
  if (flags.json === true) {
    io.stdout.write(`${toJson({ schemaVersion: 1, action: argument, folder, answers: files.map(plain) })}\n`);
    return 0;
  }
  if (argument === 'list') for (const file of files) io.stdout.write(`${visibleLine(describe(file))}\n`);
  const kilobytes = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const done = argument === 'list' ? 'kept' : 'removed';
  io.stdout.write(`${files.length} answers ${done} · ${kilobytes} kB\n`);
  return 0;
};

function plain({ path, bytes, entry }: CachedFile): object {
  if (entry === null) return { path, bytes, usable: false };
  const { output: _, schemaVersion: __, ...about } = entry;
  return { path, bytes, usable: true, ...about };
}

function describe({ path, entry }: CachedFile): string {
  if (entry === null) return `unusable ${path}`;
  const { createdAt, caseId, role, pass, solver } = entry;
  return `${createdAt.slice(0, 19)}  ${caseId} [${role}]${pass === 1 ? '' : ` #${pass}`}  ${solver}`;
}
