import { SqlassayError } from '../../types/index.js';

/** What `{{name}}` in a request can stand for. */
export interface PlaceholderValues {
  readonly question: string;
  readonly evidence?: string;
  readonly role?: string;
  readonly case_id?: string;
  readonly pass?: number;
  /** The first of `datasources`. */
  readonly datasource?: string;
  readonly datasources?: readonly string[];
  readonly dialect?: string;
}

const names: readonly (keyof PlaceholderValues)[] = [
  'question',
  'evidence',
  'role',
  'case_id',
  'pass',
  'datasource',
  'datasources',
  'dialect',
];

// Both in one pass: a question that spells a reference to the environment must stay a question.
const references = /\{\{\s*([^{}]*?)\s*\}\}|\$\{env:([^}]*)\}/g;
const onlyPlaceholder = /^\{\{\s*(\w+)\s*\}\}$/;

/** Fills in the texts of a request. */
export interface Filler {
  /** A value with its texts filled in, however deep. A field that is only a placeholder of nothing is left out. */
  value(template: unknown): unknown;
  text(template: string, encode?: (text: string) => string): string;
  /** Values of the environment that were filled in so far. */
  readonly secrets: ReadonlySet<string>;
}

export function createFiller(
  values: PlaceholderValues,
  environment: Readonly<Record<string, string | undefined>>,
): Filler {
  const secrets = new Set<string>();
  const text: Filler['text'] = (template, encode = (plain) => plain) =>
    template.replace(references, (_, name: string | undefined, variable: string | undefined) => {
      if (variable === undefined) return encode(spelled(values[name as keyof PlaceholderValues]));
      const secret = readVariable(variable, environment);
      secrets.add(secret);
      return secret;
    });
  const value = (template: unknown): unknown => {
    if (typeof template === 'string') {
      const only = onlyPlaceholder.exec(template)?.[1];
      return only === undefined ? text(template) : values[only as keyof PlaceholderValues];
    }
    if (Array.isArray(template)) return template.map((item) => value(item) ?? null);
    if (typeof template !== 'object' || template === null) return template;
    return Object.fromEntries(
      Object.entries(template)
        .map(([key, item]) => [key, value(item)] as const)
        .filter(([, item]) => item !== undefined),
    );
  };
  return { value, text, secrets };
}

/** What is wrong with the placeholders in a value, or null. */
export function placeholderProblem(value: unknown): string | null {
  for (const text of textsOf(value)) {
    for (const [whole, name] of text.matchAll(references)) {
      if (name !== undefined && !(names as readonly string[]).includes(name))
        return `${whole} stands for nothing; there are ${names.map((one) => `{{${one}}}`).join(', ')}`;
    }
  }
  return null;
}

/** Names of the variables that a value refers to. */
export function variablesOf(value: unknown): string[] {
  return textsOf(value).flatMap((text) =>
    [...text.matchAll(references)].flatMap(([, , variable]) => (variable === undefined ? [] : [variable])),
  );
}

/** @throws SqlassayError E_ENVIRONMENT_MISSING */
export function readVariable(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const value = environment[name];
  if (value === undefined || value === '') {
    throw new SqlassayError('E_ENVIRONMENT_MISSING', {
      what: `The environment variable ${name} is not set`,
      where: 'solver',
      advice: 'Set it where the run is started.',
    });
  }
  return value;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function spelled(value: PlaceholderValues[keyof PlaceholderValues]): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}
