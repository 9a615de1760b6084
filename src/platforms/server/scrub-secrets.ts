import { SqlassayError } from '../../types/index.js';

/** Words shorter than this stand in every second sentence; they are only taken out where they stand alone. */
const shortest = 4;

/** A message without secrets: `***` stands in the place of each. */
export function scrubSecrets(message: string, secrets: readonly string[]): string {
  let text = message;
  for (const secret of secrets) {
    if (secret.length >= shortest) text = text.replaceAll(secret, '***');
    else text = text.replaceAll(new RegExp(`(?<![\\w])${escaped(secret)}(?![\\w])`, 'g'), '***');
  }
  return text;
}

/** Any error of a driver or an engine as a coded one without secrets; what caused it is left out, it may hold them. */
export function scrubError(error: unknown, where: string, secrets: readonly string[]): SqlassayError {
  const scrub = (text: string): string => scrubSecrets(text, secrets);
  if (error instanceof SqlassayError) {
    return new SqlassayError(error.code, {
      what: scrub(error.what),
      where,
      advice: scrub(error.advice),
    });
  }
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  return new SqlassayError('E_DATABASE_UNREADABLE', {
    what: scrub(message).replace(/\.$/, ''),
    where,
    advice: 'Check that the server runs and that this user may read its catalogue.',
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
