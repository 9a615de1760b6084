import type { GateSettings } from '../types/index.js';

/** Whether a case run costs more than the baseline's did, by more than is allowed. */
export function judgeCost(
  before: number | null,
  now: number | null,
  { maxCostIncrease: allowed }: GateSettings,
): { readonly notMet: readonly string[]; readonly unsure: readonly string[] } {
  if (allowed === undefined || before === null) return { notMet: [], unsure: [] };
  if (now === null) {
    return { notMet: [], unsure: ['the baseline has a cost for each case run, and this run has none'] };
  }
  if (now <= before * (1 + allowed) * (1 + 1e-9)) return { notMet: [], unsure: [] };
  const rise = before === 0 ? '' : ` (${Math.round((now / before - 1) * 100)}% more)`;
  return {
    notMet: [
      `a case run costs ${usd(now)} and did ${usd(before)} in the baseline${rise}; max_cost_increase is ${Math.round(allowed * 100)}%`,
    ],
    unsure: [],
  };
}

function usd(amount: number): string {
  return `$${Number(amount.toPrecision(3))}`;
}
