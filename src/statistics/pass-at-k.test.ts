import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passAtK } from './pass-at-k.js';

describe('passAtK', () => {
  it('gives values computed by hand', () => {
    expect(passAtK({ n: 5, passed: 2, k: 1 })).toBeCloseTo(2 / 5, 12);
    // One of C(5,2) = 10 pairs misses both passes three times: C(3,2) = 3.
    expect(passAtK({ n: 5, passed: 2, k: 2 })).toBeCloseTo(7 / 10, 12);
    expect(passAtK({ n: 5, passed: 2, k: 4 })).toBe(1);
    expect(passAtK({ n: 5, passed: 0, k: 5 })).toBe(0);
    expect(passAtK({ n: 3, passed: 1, k: 4 })).toBeNull();
    expect(passAtK({ n: 3, passed: 1, k: 0 })).toBeNull();
  });

  it('is the share of the selections of k attempts that hold a pass', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (attempts, k) => {
          fc.pre(k <= attempts.length);
          const chosen = selections(attempts, k);
          const share = chosen.filter((one) => one.includes(true)).length / chosen.length;
          const passed = attempts.filter(Boolean).length;
          expect(passAtK({ n: attempts.length, passed, k })).toBeCloseTo(share, 10);
        },
      ),
    );
  });
});

function selections(items: readonly boolean[], k: number): readonly (readonly boolean[])[] {
  if (k === 0) return [[]];
  return items.flatMap((item, index) =>
    selections(items.slice(index + 1), k - 1).map((rest) => [item, ...rest]),
  );
}
