import { expect, test } from 'vitest';
import { createModelCalls } from './model-calls.js';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('solvers that hold every slot and call models inside do not wait for each other', async () => {
  const { outer, inner } = createModelCalls(2);
  const done: string[] = [];
  const solver = (name: string) =>
    outer(async () => {
      await tick();
      await Promise.all([1, 2].map((call) => inner(async () => void done.push(`${name}${call}`))));
    });
  await Promise.all(['a', 'b', 'c'].map(solver));
  expect(done.sort()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
});

test('calls of solvers and of models count against one limit', async () => {
  const { outer, inner } = createModelCalls(3);
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await tick();
    running -= 1;
  };
  const nested = () => outer(() => Promise.all([inner(work), inner(work)]));
  await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? nested() : inner(work))));
  expect(most).toBe(3);
  expect(running).toBe(0);
});
