import { type GateSettings, SqlassayError } from '../types/index.js';

/** Settings that compare a run with an accepted baseline, by their names in a suite. */
const baselineSettings = {
  baseline: 'baseline',
  maxAccuracyDrop: 'max_accuracy_drop',
  maxNewFailures: 'max_new_failures',
  maxCostIncrease: 'max_cost_increase',
} as const satisfies Partial<Record<keyof GateSettings, string>>;

/** A setting that would be ignored makes a gate look stricter than it is, so it is refused before the run. */
export function refuseUnsupportedSettings(settings: GateSettings): void {
  const names = Object.entries(baselineSettings)
    .filter(([key]) => settings[key as keyof GateSettings] !== undefined)
    .map(([, name]) => `gate.${name}`);
  if (names.length === 0) return;
  throw new SqlassayError('E_GATE_UNSUPPORTED', {
    what: `${names.join(', ')} cannot be checked: this version does not compare a run with a baseline`,
    where: names[0],
    advice:
      'Remove it, or gate by gate.min_accuracy, gate.protect, gate.max_unscored_share and known_failures, which work.',
  });
}
