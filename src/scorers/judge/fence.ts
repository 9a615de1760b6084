import { randomBytes } from 'node:crypto';

/** Puts texts between marks that nobody who wrote one of them could know. */
export interface Fence {
  /** The marks, as the model is told of them. */
  readonly about: string;
  around(name: string, text: string): string;
}

/** A fence with a new random boundary; `bytes` gives its randomness. */
export function createFence(bytes: () => Buffer = () => randomBytes(16)): Fence {
  const boundary = bytes().toString('hex');
  const mark = (word: string, name: string): string => `<<<${word} ${name} ${boundary}>>>`;
  return {
    about: `<<<begin NAME ${boundary}>>> and <<<end NAME ${boundary}>>>`,
    around: (name, text) => `${mark('begin', name)}\n${text}\n${mark('end', name)}`,
  };
}
