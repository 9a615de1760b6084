import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SqlassayError } from '../types/index.js';
import { type Baseline, baselineSchemaVersion } from './baseline.js';

const score = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'error']),
  passed: z.number().int().nonnegative(),
  of: z.number().int().positive(),
  top1: z.boolean().exactOptional(),
  shortlist: z.boolean().exactOptional(),
});

const file = z.strictObject({
  schemaVersion: z.literal(baselineSchemaVersion),
  suite: z.string(),
  mode: z.enum(['full', 'plans', 'retrieval']),
  acceptedAt: z.iso.date(),
  run: z.string(),
  solver: z.string(),
  passes: z.number().int().positive(),
  costPerCaseRunUsd: z.number().nonnegative().nullable(),
  datasetHash: z.string(),
  contract: z.strictObject({ settings: z.string(), scorers: z.record(z.string(), z.string()) }).nullable(),
  datasources: z.array(
    z.strictObject({
      name: z.string(),
      dialect: z.string(),
      engine: z.string(),
      version: z.string(),
      fingerprint: z.strictObject({ hash: z.string(), strength: z.enum(['content', 'schema', 'declared']) }),
    }),
  ),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      role: z.string(),
      case: z.string().nullable(),
      gold: z.string().nullable(),
      scores: z.record(z.string(), score),
    }),
  ),
});

/**
 * Reads a baseline; null where there is no such file.
 *
 * @throws SqlassayError E_BASELINE_INVALID
 */
export async function readBaseline(path: string): Promise<Baseline | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw invalid(path, `It could not be read: ${error.message}`, error);
  });
  return text === null ? null : parseBaseline(text, path);
}

/** @throws SqlassayError E_BASELINE_INVALID */
export function parseBaseline(text: string, path: string): Baseline {
  const parsed = file.safeParse(parseJson(text, path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(path, `${issue?.path.join('.') || 'The file'}: ${issue?.message}`);
  }
  const { schemaVersion: _, acceptedAt, run, cases, ...rest } = parsed.data;
  const twice = firstTwice(cases.map(({ id, role }) => JSON.stringify([id, role])));
  if (twice !== undefined) throw invalid(path, `cases: ${twice} is there twice`);
  return {
    acceptedAt,
    outcomes: {
      ...rest,
      runId: run,
      cases: cases.map(({ id, role, case: caseHash, gold: goldHash, scores }) => ({
        caseId: id,
        role,
        caseHash,
        goldHash,
        source: null,
        scores,
      })),
    },
  };
}

function firstTwice(keys: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return keys.find((key) => seen.size === seen.add(key).size);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const conflict = /^(<{7}|={7}|>{7})/m.test(text) ? ' It has the marks of a merge conflict.' : '';
    throw invalid(path, `It is not JSON.${conflict}`.replace(/\.$/, ''), cause);
  }
}

function invalid(where: string, what: string, cause?: unknown): SqlassayError {
  return new SqlassayError('E_BASELINE_INVALID', {
    what: `This is not a baseline that can be read: ${what}`,
    where,
    advice: 'Take it back from version control, or accept a run again with `sqlassay gate --accept`.',
    cause,
  });
}
