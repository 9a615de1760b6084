import { binomialProbability } from './binomial.js';
import { exactMcNemar } from './exact-mcnemar.js';

/** How many cases two runs share, and on how many of them they disagree. */
export interface Discordance {
  readonly total: number;
  readonly discordant: number;
}

/** The level below which a p-value counts as significant. */
export const significance = 0.05;

/** Five changed cases are too few to show anything: 2 x 0.5^5 is above 0.05. */
const fewestDiscordant = 6;

/**
 * The smallest drop of a share that the exact McNemar test could have called significant (p < 0.05) with this many
 * cases, had as many of them changed as did change, in the least one-sided way that is still significant. Where fewer
 * than six changed no split of them is significant, and the answer is that of six that all got worse. Null where there
 * are fewer than six cases, which can show no drop at all.
 *
 * @example
 * smallestSignificantDrop({ total: 100, discordant: 10 }); // 0.08: 9 worse and 1 better
 */
export function smallestSignificantDrop({ total, discordant }: Discordance): number | null {
  if (total < fewestDiscordant) return null;
  const changed = Math.max(discordant, fewestDiscordant);
  return (2 * fewestWorse(changed) - changed) / total;
}

/** Of so many that changed, how many must have got worse for p < 0.05. */
function fewestWorse(changed: number): number {
  let worse = Math.floor(changed / 2) + 1;
  while (worse < changed && exactMcNemar(worse, changed - worse) >= significance) worse += 1;
  return worse;
}

/**
 * The smallest true drop of a share that the exact McNemar test (p < 0.05) finds with the given probability, with this
 * many cases, where the share of cases that change is the observed one, or the drop itself where that is more. Within
 * 0.0001. Null where not even a drop by 1 would be found so often.
 *
 * O. S. Miettinen, "The matched pairs design in the case of all-or-none responses", Biometrics 24 (1968), with the
 * exact test in place of the approximation.
 *
 * @example
 * detectableDrop({ total: 100, discordant: 10 }); // 0.088, rounded
 */
export function detectableDrop({ total, discordant }: Discordance, power = 0.8): number | null {
  if (total < fewestDiscordant) return null;
  const worst = cachedFewestWorse();
  const finds = (drop: number): boolean =>
    powerOf(total, drop, Math.max(discordant / total, drop), worst) >= power;
  if (!finds(1)) return null;
  let low = 0;
  let high = 1;
  while (high - low > 0.0001) {
    const middle = (low + high) / 2;
    if (finds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The probability that a drop is found, over how many cases change and how many of those get worse. */
function powerOf(total: number, drop: number, changing: number, worst: (changed: number) => number): number {
  const worse = (changing + drop) / 2 / changing;
  const spread = 8 * Math.sqrt(total * changing * (1 - changing)) + 8;
  const from = Math.max(fewestDiscordant, Math.floor(total * changing - spread));
  const to = Math.min(total, Math.ceil(total * changing + spread));
  let found = 0;
  for (let changed = from; changed <= to; changed += 1) {
    const likely = binomialProbability(changed, total, changing);
    if (likely < 1e-12) continue;
    let significant = 0;
    for (let count = worst(changed); count <= changed; count += 1) {
      significant += binomialProbability(count, changed, worse);
    }
    found += likely * significant;
  }
  return found;
}

function cachedFewestWorse(): (changed: number) => number {
  const known = new Map<number, number>();
  return (changed) => {
    const found = known.get(changed) ?? fewestWorse(changed);
    known.set(changed, found);
    return found;
  };
}
