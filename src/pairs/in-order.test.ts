import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from './in-order.js';

async function* from<Item>(items: readonly Item[]) {
  yield* items;
}

test('results come in the order of the items, whatever takes how long, and no more run at once than may', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(5), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (turns, parallel) => {
        let running = 0;
        let most = 0;
        const work = async (turn: number) => {
          running += 1;
          most = Math.max(most, running);
          for (let at = 0; at < turn; at++) await new Promise<void>((resolve) => setImmediate(resolve));
          running -= 1;
          return turn;
        };
        const found: number[] = [];
        for await (const result of inOrder(from(turns), parallel, work)) found.push(result);
        expect(found).toEqual(turns);
        expect(most).toBeLessThanOrEqual(parallel);
      },
    ),
    { numRuns: 30 },
  );
});

test('what fails is thrown where its turn comes', async () => {
  const found: number[] = [];
  const reading = (async () => {
    for await (const one of inOrder(from([1, 2, 3]), 2, async (item) => {
      if (item === 2) throw new Error('two');
      return item;
    }))
      found.push(one);
  })();
  await expect(reading).rejects.toThrow('two');
  expect(found).toEqual([1]);
});
