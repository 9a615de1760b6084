import { SqlassayError } from '../../types/index.js';

/** A server's address with its variables filled in, and every part of it that must not be shown. */
export interface ResolvedUrl {
  readonly url: string;
  readonly secrets: readonly string[];
}

const schemes: Readonly<Record<'postgres' | 'mysql', readonly string[]>> = {
  postgres: ['postgres:', 'postgresql:'],
  mysql: ['mysql:', 'mariadb:'],
};

/**
 * Fills in `${env:NAME}` from the environment and looks whether the outcome is an address of that kind of server.
 *
 * @throws SqlassayError E_ENVIRONMENT_MISSING, E_URL_INVALID; neither repeats any part of the address
 */
export function resolveUrl(
  kind: 'postgres' | 'mysql',
  template: string,
  where: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ResolvedUrl {
  const values: string[] = [];
  const url = template.replaceAll(/\$\{env:([^}]*)\}/g, (_, name: string) => {
    const value = environment[name];
    if (value === undefined || value === '') {
      throw new SqlassayError('E_ENVIRONMENT_MISSING', {
        what: `The environment variable ${name} is not set`,
        where,
        advice: 'Set it where the run is started.',
      });
    }
    values.push(value);
    return value;
  });
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !schemes[kind].includes(parsed.protocol)) {
    throw new SqlassayError('E_URL_INVALID', {
      what: `The url is not the address of a ${kind} server`,
      where,
      advice: `Write ${kind}://user:password@host:port/database, with special characters percent-encoded.`,
    });
  }
  return { url, secrets: secretsOf(url, parsed, values) };
}

function secretsOf(url: string, parsed: URL, values: readonly string[]): string[] {
  const { username, password } = parsed;
  const credentials = [...new Set([password, decoded(password)])];
  const parameters = [...parsed.searchParams].flatMap(([name, value]) =>
    /pass|pwd|key|secret|token/i.test(name) ? [value] : [],
  );
  const secrets = [
    url,
    ...values,
    ...values.map(decoded),
    `${username}:${password}`,
    `${decoded(username)}:${decoded(password)}`,
    ...credentials,
    ...parameters,
  ];
  // A longer secret may have a shorter one in it.
  return [...new Set(secrets)].filter((one) => one !== '' && one !== ':').sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
