import { describe, expect, it } from 'vitest';
import { detectableDrop, smallestSignificantDrop } from './detectable-drop.js';
import { exactMcNemar } from './exact-mcnemar.js';

describe('smallestSignificantDrop', () => {
  it('gives values computed by hand', () => {
    // Of 10 that changed, 9 to 1 has p = 22/1024 and 8 to 2 has p = 112/1024.
    expect(smallestSignificantDrop({ total: 100, discordant: 10 })).toBeCloseTo(0.08, 12);
    // Of 20, 15 to 5 has p = 0.0414 and 14 to 6 has p = 0.1153.
    expect(smallestSignificantDrop({ total: 45, discordant: 20 })).toBeCloseTo(10 / 45, 12);
    // Fewer than six that changed show nothing; six in one direction would.
    expect(smallestSignificantDrop({ total: 45, discordant: 3 })).toBeCloseTo(6 / 45, 12);
    expect(smallestSignificantDrop({ total: 6, discordant: 0 })).toBe(1);
    expect(smallestSignificantDrop({ total: 5, discordant: 5 })).toBeNull();
  });

  it('is the smallest: a split that is one less one-sided is not significant', () => {
    for (let discordant = 6; discordant <= 120; discordant += 1) {
      const net = Math.round(smallestSignificantDrop({ total: 200, discordant })! * 200);
      const worse = (discordant + net) / 2;
      expect(exactMcNemar(worse, discordant - worse)).toBeLessThan(0.05);
      if (worse - 1 > discordant / 2)
        expect(exactMcNemar(worse - 1, discordant - worse + 1)).toBeGreaterThanOrEqual(0.05);
    }
  });
});

describe('detectableDrop', () => {
  it('is found with the power asked for, and a slightly smaller one is not', () => {
    // Six cases: only six of six are significant, so the power of a drop d (all changes worse) is d to the sixth.
    expect(detectableDrop({ total: 6, discordant: 0 })).toBeCloseTo(0.8 ** (1 / 6), 3);
    // Seven: seven worse, or six worse and one unchanged; 7-to-0 and 6-to-0 are significant, 6-to-1 is not.
    const power = (d: number) => d ** 7 + 7 * d ** 6 * (1 - d);
    const found = detectableDrop({ total: 7, discordant: 0 })!;
    expect(power(found)).toBeGreaterThanOrEqual(0.8);
    expect(power(found - 0.0002)).toBeLessThan(0.8);
  });

  it('needs a larger drop where more cases change anyway, and a smaller one with more cases', () => {
    const few = detectableDrop({ total: 100, discordant: 5 })!;
    expect(detectableDrop({ total: 100, discordant: 30 })!).toBeGreaterThan(few);
    expect(detectableDrop({ total: 1000, discordant: 50 })!).toBeLessThan(few);
  });

  it('is none for too few cases, or a power that is never reached', () => {
    expect(detectableDrop({ total: 5, discordant: 0 })).toBeNull();
    expect(detectableDrop({ total: 100, discordant: 10 }, 1.1)).toBeNull();
  });
});
