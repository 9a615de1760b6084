import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { majority } from './majority.js';

const none = { pass: 0, fail: 0, inconclusive: 0, error: 0 };

describe('majority', () => {
  it('takes what more than half of the passes say', () => {
    expect(majority({ ...none, pass: 2, fail: 1 })).toBe('pass');
    expect(majority({ ...none, pass: 1, fail: 1 })).toBe('fail');
    expect(majority({ ...none, pass: 1, fail: 2, error: 1 })).toBe('fail');
    expect(majority({ ...none, pass: 2, error: 1 })).toBe('pass');
    expect(majority({ ...none, pass: 1, fail: 1, inconclusive: 1 })).toBe('inconclusive');
    expect(majority({ ...none, pass: 1, fail: 1, error: 1 })).toBe('error');
    expect(majority({ ...none, pass: 1, inconclusive: 1, error: 1 })).toBe('inconclusive');
    expect(majority(none)).toBeNull();
  });

  it('is what deciding the undecided passes either way cannot change', () => {
    const count = fc.nat(6);
    fc.assert(
      fc.property(count, count, count, count, (pass, fail, inconclusive, error) => {
        fc.pre(pass + fail + inconclusive + error > 0);
        const undecided = inconclusive + error;
        const isPass = (passes: number) => passes > (pass + fail + undecided) / 2;
        const verdict = majority({ pass, fail, inconclusive, error });
        expect(verdict === 'pass').toBe(isPass(pass));
        expect(verdict === 'fail').toBe(!isPass(pass + undecided));
      }),
    );
  });
});
