import { z } from 'zod';
import { closestName } from '../../registry/index.js';
import { describeUnknownKeys } from './strict-object.js';

/** What is wrong with a value, in words for people; undefined leaves the schema's own words. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'It is missing'
        : `It must be ${nameOfExpected(String(issue.expected))}, not ${nameOfGiven(issue.input)}`;
    case 'invalid_value':
      return `It must be ${alternatives((issue.values as readonly unknown[]).map((value) => JSON.stringify(value)))}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'It is empty'
        : `It must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
    case 'too_big':
      return `It must be ${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`;
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject
        ? describeUnknownKeys(issue.keys as readonly string[], Object.keys(issue.inst.def.shape))
        : undefined;
    case 'invalid_union':
      return describeUnknownOption(issue);
    case 'invalid_key':
      return (issue.issues as readonly { readonly message: string }[])[0]?.message;
    default:
      return undefined;
  }
}

/** A union whose branches are told apart by one key, such as `kind`. */
function describeUnknownOption(issue: z.core.$ZodRawIssue): string | undefined {
  const { discriminator, options, input } = issue as { [Key in string]?: unknown };
  if (typeof discriminator !== 'string' || !Array.isArray(options)) return undefined;
  const given = (input as Readonly<Record<string, unknown>> | null)?.[discriminator];
  const known = options.map(String);
  if (typeof given !== 'string') return `It must be one of ${known.join(', ')}`;
  const suggestion = closestName(given, known);
  const advice = suggestion === undefined ? `there are ${known.join(', ')}` : `did you mean "${suggestion}"?`;
  return `There is no ${discriminator} "${given}"; ${advice}`;
}

const expectedNames: Readonly<Record<string, string>> = {
  record: 'a mapping',
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
  int: 'a whole number',
};

function nameOfExpected(expected: string): string {
  return expectedNames[expected] ?? `a ${expected}`;
}

/** Texts are not repeated: they may be secrets. */
function nameOfGiven(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? 'a text' : String(value);
}

function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
