import { SqlassayError } from '../types/index.js';

/**
 * Does work that writes a file.
 *
 * @throws SqlassayError E_NOT_WRITABLE where the file system refuses
 */
export async function writing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (SqlassayError.is(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SqlassayError('E_NOT_WRITABLE', {
      what: `It cannot be written: ${reason}`,
      where: path,
      advice: 'Name another place, or make room and the right to write there.',
      cause,
    });
  }
}
