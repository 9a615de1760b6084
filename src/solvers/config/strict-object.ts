import { z } from 'zod';

/** An object that refuses unknown keys and says which there are. */
export function strict<S extends z.core.$ZodLooseShape>(shape: S) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? (issue.keys as string[]).map((key) => `Unknown key "${key}"; the keys are ${known}`).join('\n')
        : undefined,
  });
}
