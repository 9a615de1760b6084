/** What a case run has cost this run; `unknown` says who does not tell. */
export type Spent =
  /** `paid` is false where nothing was asked, such as for an answer that was at hand. */
  | { readonly kind: 'known'; readonly usd: number; readonly paid: boolean }
  | { readonly kind: 'unknown'; readonly who: string };

/** Keeps a run's spending below its cap: a case run starts only when what it may cost still fits. */
export interface CostCap {
  /** Waits while case runs in flight leave it open whether one more fits. False: the run is to stop. */
  admit(): Promise<boolean>;
  /** Every case run that was admitted ends with this. */
  settle(spent: Spent): void;
  /** US dollars, with what was spent before this run was continued; null where nobody told of any. */
  readonly spentUsd: number | null;
  /** Why no more case runs may start; null while they may. */
  readonly stopped: string | null;
}

/** What was spent before, and on which case runs. */
export interface SpentBefore {
  readonly usd: number;
  readonly perCaseRun: readonly number[];
}

export const nothingSpent: SpentBefore = { usd: 0, perCaseRun: [] };

const recent = 20;

/**
 * The first case run goes alone, because nobody knows what one costs. From then on each case run in flight has an amount
 * reserved: the mean so far, or the dearest of the last 20, whichever is more.
 *
 * @param capUsd - null is no cap
 */
export function createCostCap(capUsd: number | null, before: SpentBefore): CostCap {
  let spent = before.usd;
  let isTold = before.perCaseRun.length > 0;
  let sum = before.perCaseRun.reduce((total, one) => total + one, 0);
  let paid = before.perCaseRun.length;
  const last = before.perCaseRun.slice(-recent);
  let inFlight = 0;
  let stopped: string | null = null;
  let waiting: (() => void)[] = [];

  const estimate = (): number | null => (paid === 0 ? null : Math.max(sum / paid, ...last));
  const settled = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));

  return {
    get spentUsd() {
      return isTold ? spent : null;
    },
    get stopped() {
      return stopped;
    },
    async admit() {
      if (capUsd === null) return true;
      for (;;) {
        if (stopped !== null) return false;
        const each = estimate();
        const fits = each === null ? inFlight === 0 : spent + (inFlight + 1) * each <= capUsd;
        if (fits && (each !== null || spent < capUsd)) {
          inFlight += 1;
          return true;
        }
        if (inFlight === 0) {
          stopped = `the cost cap of ${dollars(capUsd)} leaves no room for another case run (${dollars(spent)} is spent${each === null ? '' : `, and one costs up to ${dollars(each)}`})`;
          return false;
        }
        await settled();
      }
    },
    settle(one) {
      if (capUsd !== null) inFlight -= 1;
      if (one.kind === 'known') {
        spent += one.usd;
        if (one.paid) {
          isTold = true;
          sum += one.usd;
          paid += 1;
          last.push(one.usd);
          if (last.length > recent) last.shift();
        }
      } else if (capUsd !== null) {
        stopped ??= `${one.who} reports no cost, so that the cost cap of ${dollars(capUsd)} cannot be kept`;
      }
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}

function dollars(usd: number): string {
  return usd === 0 || usd >= 0.01 ? `$${usd.toFixed(2)}` : `$${usd.toPrecision(2)}`;
}
