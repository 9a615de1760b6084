import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit from 'p-limit';
import type { Slot } from '../execution/index.js';

/**
 * One limit over calls of solvers (`outer`) and of models (`inner`). A solver that holds a slot and calls a model lends
 * it that slot: were it to wait for another, solvers that hold all of them would wait forever.
 */
export function createModelCalls(parallel: number): { readonly outer: Slot; readonly inner: Slot } {
  const limit = pLimit(parallel);
  const held = new AsyncLocalStorage<Slot>();
  return {
    outer: (work) =>
      limit(() => {
        const own = pLimit(1);
        return held.run((inner) => own(inner), work);
      }),
    inner: (work) => {
      const lent = held.getStore();
      return lent === undefined ? limit(work) : lent(work);
    },
  };
}
