import { readFile } from 'node:fs/promises';

/** A file's text, or why it cannot be read. */
export async function readText(
  file: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    return { text: (await readFile(file, 'utf8')).replace(/^\uFEFF/, '') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { problem: `The file ${file} does not exist` };
    return { problem: `The file ${file} cannot be read: ${message}` };
  }
}
