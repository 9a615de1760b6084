import { type ModelPrice, type ModelSettings, SqlassayError } from '../types/index.js';
import { listedPrice } from './prices.js';
import { type Provider, providers } from './providers.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A model with everything that is needed to call it. */
export interface ResolvedModel {
  readonly id: string;
  /** The part of the id before its first slash. */
  readonly provider: string;
  /** What the service calls it. */
  readonly name: string;
  readonly reach:
    | { readonly kind: 'package'; readonly package: string; readonly factory: string }
    | { readonly kind: 'compatible' };
  /** Null: the provider's own. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  readonly price: ModelPrice | null;
  readonly saysCost: boolean;
  /** Changes whenever its replies may; holds no secret. */
  readonly identity: string;
}

/**
 * Finds out from an id, the suite's settings and the environment how a model is reached.
 *
 * @throws SqlassayError E_MODEL_UNKNOWN, E_MODEL_ADDRESS, E_MODEL_KEY_MISSING
 */
export function resolveModel(id: string, settings: ModelSettings, environment: Environment): ResolvedModel {
  const slash = id.indexOf('/');
  const provider = slash > 0 ? id.slice(0, slash) : '';
  const known = Object.hasOwn(providers, provider) ? providers[provider]! : null;
  const name = settings.name ?? id.slice(slash + 1);
  if (name === '' || (known === null && settings.baseUrl === undefined)) throw unknownModel(id);

  const baseUrl = settings.baseUrl ?? addressOf(known, environment);
  if (baseUrl !== null) checkAddress(id, baseUrl);
  const isElsewhere = settings.baseUrl !== undefined;
  return {
    id,
    provider,
    name,
    reach: known?.kind === 'package' && !isElsewhere ? known : { kind: 'compatible' },
    baseUrl,
    apiKey: keyOf(id, known, settings, environment),
    price: settings.price ?? priceOf(id, known, isElsewhere),
    saysCost: known?.kind === 'compatible' && known.saysCost === true && !isElsewhere,
    identity: JSON.stringify({ id, name, baseUrl }),
  };
}

function unknownModel(id: string): SqlassayError {
  return new SqlassayError('E_MODEL_UNKNOWN', {
    what: `There is no provider for the model "${id}"`,
    advice: `Write provider/name with one of ${Object.keys(providers).join(', ')}, or give it a base_url under settings.models of the suite.`,
  });
}

function addressOf(known: Provider | null, environment: Environment): string | null {
  if (known?.kind === 'compatible') return known.baseUrl;
  const given = known === null ? undefined : environment[known.addressVariable];
  return given === undefined || given === '' ? null : given;
}

/** Addresses are shown and hashed, so nothing secret may stand in one. */
function checkAddress(id: string, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '';
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return;
  throw new SqlassayError('E_MODEL_ADDRESS', {
    what: `The base URL of the model "${id}" cannot be used`,
    advice:
      'Write http:// or https://, host, port and path, without user, password or parameters; the key belongs into the variable that api_key_env names.',
  });
}

function keyOf(
  id: string,
  known: Provider | null,
  settings: ModelSettings,
  environment: Environment,
): string | null {
  // A provider's key must not go to whatever other address a suite names.
  const asked =
    settings.apiKeyEnv !== undefined
      ? [settings.apiKeyEnv]
      : settings.baseUrl === undefined
        ? (known?.keys ?? [])
        : [];
  if (asked.length === 0) return null;
  for (const name of asked) {
    const value = environment[name]?.trim();
    if (value !== undefined && value !== '') return value;
  }
  throw new SqlassayError('E_MODEL_KEY_MISSING', {
    what: `The key of the model "${id}" is not set`,
    where: `environment variable ${asked.join(' or ')}`,
    advice:
      'Set it where the run is started, or name another variable with api_key_env under settings.models of the suite.',
  });
}

function priceOf(id: string, known: Provider | null, isElsewhere: boolean): ModelPrice | null {
  if (isElsewhere) return null;
  if (known?.kind === 'compatible' && known.free === true) return { input: 0, output: 0 };
  return listedPrice(id);
}
