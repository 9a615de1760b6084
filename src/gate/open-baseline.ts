import { readBaseline } from '../outcomes/index.js';
import { type GateSettings, type Mode, SqlassayError } from '../types/index.js';
import type { OpenedBaseline } from './gate-decision.js';

/** The file of the baseline that a gate names for a mode; null where it names none. */
export function baselinePath(settings: GateSettings | null, mode: Mode): string | null {
  const named = settings?.baseline;
  if (named === undefined) return null;
  return typeof named === 'string' ? named : (named[mode] ?? null);
}

/**
 * Reads the baseline that a gate names for a mode, before the run, so that what cannot be used is found before anything
 * is spent; null where the gate names none.
 *
 * @throws SqlassayError E_BASELINE_INVALID for a file that is no baseline, E_BASELINE_MODE for that of another mode
 */
export async function openBaseline(
  settings: GateSettings | null,
  mode: Mode,
): Promise<OpenedBaseline | null> {
  const path = baselinePath(settings, mode);
  if (path === null) return null;
  const baseline = await readBaseline(path);
  if (baseline !== null && baseline.outcomes.mode !== mode) {
    throw new SqlassayError('E_BASELINE_MODE', {
      what: `The baseline was accepted in mode ${baseline.outcomes.mode}, and this run is in mode ${mode}`,
      where: path,
      advice: 'Name a baseline for each mode: `baseline: { plans: plans.json, retrieval: retrieval.json }`.',
    });
  }
  return { path, baseline };
}
