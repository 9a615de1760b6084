import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog, KeptWitness, KeptWitnesses, WitnessTable } from '../../types/index.js';
import { parseStoredDatabase } from '../witness/stored-database.js';
import { keptWitnessName, printKeptWitness } from './print-kept-witness.js';

/** Files of a folder at most, and of the same tables; what comes after is not kept. */
const mostFiles = 500;
const mostOfTables = 20;
/** Larger files, and databases of more rows, are not counterexamples of ours. */
const mostBytes = 1_000_000;
const mostRows = 500;

interface Kept {
  readonly name: string;
  readonly changed: number;
  readonly witness: KeptWitness;
}

/**
 * Counterexamples in a folder of JSON files, which people may read, edit and add to. What a file holds is taken as rows of
 * tables and nothing else: its statements are there to be pasted and are never run. The folder is made with the first
 * counterexample; what cannot be read is passed over, and what cannot be written is not kept.
 */
export function openKeptWitnesses(folder: string): KeptWitnesses {
  let reading: Promise<Map<string, Kept>> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const all = (): Promise<Map<string, Kept>> => {
    reading ??= readFolder(folder);
    return reading;
  };

  async function write(
    witness: Parameters<KeptWitnesses['keep']>[0],
    about: { readonly gold: string; readonly candidate: string },
  ): Promise<void> {
    const kept = await all();
    const name = keptWitnessName(witness.tables);
    const alike = [...kept.values()].filter((one) => tablesOf(one.witness) === tablesOf(witness));
    if (kept.has(name) || kept.size >= mostFiles || alike.length >= mostOfTables) return;
    const { ddl, inserts, tables, realism } = witness;
    kept.set(name, { name, changed: Date.now(), witness: { ddl, inserts, tables, realism } });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), printKeptWitness(witness, about), { flag: 'wx' });
  }

  return {
    async find(catalog) {
      const kept = [...(await all()).values()].filter(({ witness }) => areTablesOf(witness.tables, catalog));
      return kept
        .sort((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1))
        .map(({ witness }) => witness);
    },
    async keep(witness, about) {
      writing = writing.then(() => write(witness, about)).catch(() => {});
      await writing;
    },
  };
}

async function readFolder(folder: string): Promise<Map<string, Kept>> {
  const kept = new Map<string, Kept>();
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names
    .filter((one) => one.endsWith('.json'))
    .sort()
    .slice(0, mostFiles)) {
    const read = await readKept(join(folder, name)).catch(() => null);
    if (read !== null) kept.set(name, { name, ...read });
  }
  return kept;
}

async function readKept(path: string): Promise<Omit<Kept, 'name'> | null> {
  const info = await stat(path);
  if (!info.isFile() || info.size > mostBytes) return null;
  const stored = parseStoredDatabase(await readFile(path, 'utf8'));
  if (stored === null || stored.tables.reduce((sum, { rows }) => sum + rows.length, 0) > mostRows)
    return null;
  return { changed: info.mtimeMs, witness: { ...stored, ddl: [], inserts: [] } };
}

function tablesOf({ tables }: KeptWitness): string {
  return tables
    .map(({ name }) => name.toLowerCase())
    .sort()
    .join('\n');
}

/** Whether the catalogue has every table and column of a database. */
function areTablesOf(tables: readonly WitnessTable[], catalog: Catalog): boolean {
  return tables.every(({ name, columns }) => {
    const table = catalog.tables.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const names = new Set(table?.columns.map((column) => column.name.toLowerCase()));
    return table !== undefined && columns.every((column) => names.has(column.toLowerCase()));
  });
}
