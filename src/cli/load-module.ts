import { readFile } from 'node:fs/promises';
import { createJiti } from 'jiti';

/** Loads a TypeScript, JavaScript or JSON file; what goes wrong becomes the error that `explain` makes of it. */
export async function loadModule(
  file: string,
  explain: (message: string, cause: unknown) => Error,
): Promise<Record<string, unknown>> {
  try {
    if (file.endsWith('.json')) return { default: JSON.parse(await readFile(file, 'utf8')) };
    return await createJiti(file, { fsCache: false, interopDefault: false }).import<Record<string, unknown>>(
      file,
    );
  } catch (cause) {
    throw explain(cause instanceof Error ? cause.message : String(cause), cause);
  }
}
