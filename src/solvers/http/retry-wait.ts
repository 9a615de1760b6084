/** No service is waited for longer than this between two tries. */
const longestWait = 60;

/**
 * Seconds before a further try: what the service asks for by `Retry-After`, in seconds or as a date, and otherwise a random
 * time up to the first delay doubled for each try, so that many askers do not come back at once.
 */
export function retryWait(
  attempt: number,
  firstDelay: number,
  retryAfter: string | undefined,
  now: number,
  random: () => number,
): number {
  const asked = retryAfter === undefined ? Number.NaN : secondsOf(retryAfter, now);
  if (!Number.isNaN(asked)) return Math.max(0, asked);
  const most = Math.min(longestWait, firstDelay * 2 ** (attempt - 1));
  // Half of it is certain: a wait of almost nothing would be no wait.
  return most * (0.5 + random() / 2);
}

function secondsOf(text: string, now: number): number {
  return /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
}
