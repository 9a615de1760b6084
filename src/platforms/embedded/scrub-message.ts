import { basename, dirname } from 'node:path';

const longest = 2000;

/**
 * An engine's message without the folders it happened in: the database's own path becomes its file name, and a long
 * message (engines quote the query) is cut.
 */
export function scrubMessage(message: string, paths: readonly string[]): string {
  let text = message;
  for (const path of paths) {
    text = text.replaceAll(path, basename(path));
    if (dirname(path) !== '/') text = text.replaceAll(`${dirname(path)}/`, '');
  }
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
