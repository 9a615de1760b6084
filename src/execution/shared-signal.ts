import { setMaxListeners } from 'node:events';

/** A signal that as many queries as there are may listen to; aborted when the given one is. */
export function sharedSignal(signal?: AbortSignal): AbortSignal {
  const shared = AbortSignal.any(signal === undefined ? [] : [signal]);
  setMaxListeners(0, shared);
  return shared;
}
