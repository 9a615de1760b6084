import { dirname } from 'node:path';
import { createRegistry } from '../registry/index.js';
import { loadSuite } from '../suite/index.js';
import type { Registry, SqlassayConfig, Suite } from '../types/index.js';
import type { CliIo } from './cli-io.js';
import { findSuite } from './find-suite.js';
import { loadConfig } from './load-config.js';

/** A suite file with what stands beside it: its config and the scorers of its project. */
export interface Project {
  readonly suiteFile: string;
  readonly folder: string;
  readonly config: SqlassayConfig;
  readonly configFile: string | null;
  readonly registry: Registry;
}

export async function openProject(argument: string, io: CliIo): Promise<Project> {
  const suiteFile = findSuite(argument, io);
  return openFolder(dirname(suiteFile), suiteFile);
}

/** A folder's config and scorers, with or without a suite. */
export async function openFolder(folder: string, suiteFile: string): Promise<Project> {
  const { config, file: configFile } = await loadConfig(folder);
  const registry = createRegistry({ pluginsFor: suiteFile });
  for (const [name, factory] of Object.entries(config.scorers ?? {})) registry.addScorer(name, factory);
  return { suiteFile, folder, config, configFile, registry };
}

export async function loadProjectSuite({ suiteFile, registry }: Project): Promise<Suite> {
  return loadSuite(suiteFile, { registry });
}
