import { builtInScorers } from '../scorers/index.js';
import {
  type Registry,
  type Scorer,
  type ScorerFactory,
  type ScorerListing,
  SqlassayError,
} from '../types/index.js';
import { checkFactory } from './check-factory.js';
import { checkOptions } from './check-options.js';
import { closestName } from './closest-name.js';
import { findPlugins, type PluginScorer } from './find-plugins.js';
import { listBrokenScorer, listScorer } from './list-scorer.js';
import { loadPlugin } from './load-plugin.js';

export interface RegistryOptions {
  /**
   * A file or folder of the project whose direct dependencies may bring scorers, such as the suite file. Default: the
   * working folder. Null: no plugins.
   */
  readonly pluginsFor?: string | null;
}

interface Registered {
  readonly factory: ScorerFactory;
  readonly from: 'built-in' | 'code';
}

/**
 * Makes a registry that holds the built-in scorers and the scorers of installed plugin packages. Packages are
 * imported only when one of their scorers is named.
 *
 * @example
 * const registry = createRegistry();
 * registry.addScorer('fast', { interfaceVersion: 1, options: z.strictObject({}), create: () => new Fast() });
 */
export function createRegistry({ pluginsFor = process.cwd() }: RegistryOptions = {}): Registry {
  const registered = new Map<string, Registered>(
    Object.entries(builtInScorers).map(([name, factory]) => [name, { factory, from: 'built-in' }]),
  );
  const loaded = new Map<PluginScorer, Promise<ScorerFactory>>();
  let found: readonly PluginScorer[] | undefined;

  const plugins = () => {
    found ??= pluginsFor === null ? [] : findPlugins(pluginsFor);
    return found;
  };
  const names = () => [...new Set([...registered.keys(), ...plugins().map(({ name }) => name)])];
  const load = (plugin: PluginScorer) => {
    const loading = loaded.get(plugin) ?? loadPlugin(plugin);
    loaded.set(plugin, loading);
    return loading;
  };

  const resolveFactory = async (name: string): Promise<ScorerFactory> => {
    const own = registered.get(name);
    if (own !== undefined) return own.factory;
    const [plugin, rival] = plugins().filter((candidate) => candidate.name === name);
    if (plugin === undefined) throw unknownScorer(name, names());
    if (rival !== undefined) throw nameTaken(name, `both ${plugin.from} and ${rival.from} declare it`);
    return load(plugin);
  };

  const listPlugin = async (plugin: PluginScorer): Promise<ScorerListing> => {
    const { name, from } = plugin;
    const holder =
      registered.get(name)?.from ?? plugins().find((other) => other !== plugin && other.name === name)?.from;
    if (holder !== undefined) return listBrokenScorer(name, from, `the name is taken: ${holder}`);
    try {
      return listScorer(name, await load(plugin), from);
    } catch (error) {
      return listBrokenScorer(name, from, (error as Error).message);
    }
  };

  const createScorer = async (name: string, options?: unknown): Promise<Scorer> => {
    const factory = await resolveFactory(name);
    const read = await checkOptions(name, factory, options);
    if (factory.members === undefined) return factory.create(read);
    const members: Scorer[] = [];
    for (const member of factory.members(read)) members.push(await createScorer(member.use, member.with));
    return factory.create(read, members);
  };

  const checkScorer = async (name: string, options?: unknown): Promise<void> => {
    const factory = await resolveFactory(name);
    const read = await checkOptions(name, factory, options);
    for (const member of factory.members?.(read) ?? []) await checkScorer(member.use, member.with);
  };

  return {
    addScorer(name, factory) {
      const holder = registered.get(name)?.from ?? plugins().find((plugin) => plugin.name === name)?.from;
      if (holder !== undefined) throw nameTaken(name, `it is already there: ${holder}`);
      registered.set(name, { factory: checkFactory(name, factory, 'code'), from: 'code' });
    },
    createScorer,
    checkScorer,
    names,
    async list() {
      const own = [...registered].map(([name, { factory, from }]) => listScorer(name, factory, from));
      return [...own, ...(await Promise.all(plugins().map(listPlugin)))];
    },
  };
}

function unknownScorer(name: string, known: readonly string[]): SqlassayError {
  const suggestion = closestName(name, known);
  return new SqlassayError('E_SCORER_UNKNOWN', {
    what: `There is no scorer "${name}"`,
    advice: `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}The scorers are ${[...known].sort().join(', ')}.`,
  });
}

function nameTaken(name: string, why: string): SqlassayError {
  return new SqlassayError('E_SCORER_NAME_TAKEN', {
    what: `The scorer name "${name}" is taken: ${why}`,
    advice: 'Give it another name, or remove one of the packages.',
  });
}
