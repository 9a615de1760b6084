import { type GateSettings, SqlassayError } from '../types/index.js';

/** Settings that compare a run with an accepted baseline, by their names in a suite. */
const comparing = {
  maxAccuracyDrop: 'max_accuracy_drop',
  maxNewFailures: 'max_new_failures',
  maxCostIncrease: 'max_cost_increase',
} as const satisfies Partial<Record<keyof GateSettings, string>>;

/**
 * A setting that would be ignored makes a gate look stricter than it is, so it is refused before the run.
 *
 * @throws SqlassayError E_GATE_NO_BASELINE
 */
export function requireBaseline(settings: GateSettings): void {
  if (settings.baseline !== undefined) return;
  const names = Object.entries(comparing)
    .filter(([key]) => settings[key as keyof GateSettings] !== undefined)
    .map(([, name]) => `gate.${name}`);
  if (names.length === 0) return;
  throw new SqlassayError('E_GATE_NO_BASELINE', {
    what: `${names.join(', ')} cannot be checked: the gate names no baseline to compare with`,
    where: names[0],
    advice: 'Add `baseline: baseline.json` to the gate, and accept a run with `sqlassay gate --accept`.',
  });
}
