/** How often several passes over one question ended in each way. */
export interface VerdictCounts {
  readonly pass: number;
  readonly fail: number;
  readonly inconclusive: number;
  readonly error: number;
}

/**
 * One verdict for several passes: pass when more than half of them passed, fail when more than half could not have
 * passed whatever the undecided ones had come to. In between it hangs on those that are undecided: error where more of
 * them are errors, else inconclusive. Null without passes.
 *
 * @example
 * majority({ pass: 2, fail: 1, inconclusive: 0, error: 0 }); // 'pass'
 * majority({ pass: 1, fail: 1, inconclusive: 0, error: 0 }); // 'fail': half is no majority
 * majority({ pass: 1, fail: 1, inconclusive: 1, error: 0 }); // 'inconclusive'
 */
export function majority({ pass, fail, inconclusive, error }: VerdictCounts): keyof VerdictCounts | null {
  const half = (pass + fail + inconclusive + error) / 2;
  if (half === 0) return null;
  if (pass > half) return 'pass';
  if (pass + inconclusive + error <= half) return 'fail';
  return error > inconclusive ? 'error' : 'inconclusive';
}
