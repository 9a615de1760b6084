import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { checkSolverOutput } from '../../solvers/index.js';
import type { SolverOutput } from '../../types/index.js';
import { parseRecord, recordText } from '../journal/record-text.js';

const entrySchema = z.object({
  schemaVersion: z.literal(1),
  /** What the file is named after. */
  key: z.string(),
  solver: z.string(),
  caseId: z.string(),
  role: z.string(),
  pass: z.number(),
  createdAt: z.string(),
  seconds: z.number(),
  output: z.unknown(),
});

/** One kept answer, as its file holds it. */
export type CacheEntry = Omit<z.output<typeof entrySchema>, 'output'> & { readonly output: SolverOutput };

/** Null for a file that is not there, or does not hold what its name says. */
export async function readEntry(path: string, key: string): Promise<CacheEntry | null> {
  try {
    const read = entrySchema.parse(parseRecord(await readFile(path, 'utf8')));
    const checked = checkSolverOutput(read.output);
    return read.key === key && checked.kind === 'ok' ? { ...read, output: checked.output } : null;
  } catch {
    return null;
  }
}

/** Whole or not at all, also when two runs write it at once. */
export async function writeEntry(path: string, entry: CacheEntry): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(unfinished, recordText(entry), { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
