import { readFile } from 'node:fs/promises';
import { createJiti } from 'jiti';

/**
 * Loads a TypeScript, JavaScript or JSON file of the user's; what goes wrong becomes the error that `explain` makes of
 * it, from a reason of one line.
 */
export async function loadModule(
  file: string,
  explain: (reason: string, cause: unknown) => Error,
): Promise<Record<string, unknown>> {
  try {
    if (file.endsWith('.json')) return { default: JSON.parse(await readFile(file, 'utf8')) };
    return await createJiti(file, { fsCache: false, interopDefault: false }).import<Record<string, unknown>>(
      file,
    );
  } catch (cause) {
    throw explain(reasonOf(cause), cause);
  }
}

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text
    .replace(/\nRequire stack:[\s\S]*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
