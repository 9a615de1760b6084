import { scrubSecrets } from '../llm/index.js';
import type { Suite } from '../types/index.js';

/**
 * A function that puts `***` in the place of secrets, in every text of a value. Secrets are what the environment holds for
 * the suite's models, solver and datasources, and whatever else there is named like a key. Short and plain words are
 * left alone, because a name of the data may be the same.
 */
export function hideSecrets(suite: Suite, environment: NodeJS.ProcessEnv = process.env): <T>(value: T) => T {
  const secrets = secretsOf(suite, environment);
  return (value) => scrubSecrets(value, secrets);
}

const namedLikeOne = /(API_?KEY|SECRET|TOKEN|PASSWORD|CREDENTIALS?|ACCESS_KEY)$/i;

function secretsOf({ solver, datasources, settings }: Suite, environment: NodeJS.ProcessEnv): string[] {
  const words = JSON.stringify([solver, datasources, settings.models]).match(/[A-Za-z_]\w*/g) ?? [];
  const referred = new Set(words);
  const found = new Set<string>();
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!referred.has(name) && !namedLikeOne.test(name)) continue;
    for (const secret of [value.trim(), passwordOf(value)]) if (isTelling(secret)) found.add(secret);
  }
  return [...found];
}

function passwordOf(value: string): string {
  return URL.canParse(value) ? new URL(value).password : '';
}

function isTelling(text: string): boolean {
  return text.length >= 12 && !/\s/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}
