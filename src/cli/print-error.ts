import { SqlassayError } from '../types/index.js';
import type { CliIo } from './cli-io.js';

/** Says on stderr what went wrong; a stack only where `SQLASSAY_DEBUG` asks for one. */
export function printError(error: unknown, { stderr, env }: CliIo): void {
  const debug = env.SQLASSAY_DEBUG !== undefined && env.SQLASSAY_DEBUG !== '';
  if (SqlassayError.is(error)) {
    stderr.write(`error ${error.code}: ${error.message}\n`);
  } else {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    stderr.write(`error: ${message}\n`);
    if (!debug)
      stderr.write('This is a bug of sqlassay or of a module it loaded; SQLASSAY_DEBUG=1 shows where.\n');
  }
  if (debug && error instanceof Error) stderr.write(`${error.stack}\n`);
}
