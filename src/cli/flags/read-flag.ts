import { SqlassayError } from '../../types/index.js';
import { type Flag, type FlagKind, variableOf } from './flag.js';

/** A flag's value: what the command line has, else what its variable says; undefined when neither has it. */
export function readFlag(flag: Flag, given: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (given !== undefined) return readGiven(flag, given, `--${flag.name}`);
  const variable = variableOf(flag);
  const text = environment[variable];
  if (text === undefined || text === '') return undefined;
  return readText(flag.takes, text, variable);
}

function readGiven({ takes }: Flag, given: unknown, where: string): unknown {
  if (takes.kind === 'switch' || takes.kind === 'off') return given;
  if (given === true && 'bare' in takes) return takes.bare;
  if (takes.kind === 'list') return (given as string[]).flatMap(splitList);
  return readText(takes, String(given), where);
}

function readText(takes: FlagKind, text: string, where: string): unknown {
  switch (takes.kind) {
    case 'switch':
      return readSwitch(text, where);
    case 'off':
      return readSwitch(text, where) ? false : undefined;
    case 'optional text':
      return isYes(text) ? takes.bare : text;
    case 'text':
      return text;
    case 'count':
      return readCount(text, where);
    case 'amount':
      return readAmount(text, where);
    case 'optional count':
      return isYes(text) && text !== '1' ? takes.bare : readCount(text, where);
    case 'choice':
      if (takes.choices.includes(text)) return text;
      throw usage(where, `"${text}" is not one of ${takes.choices.join(', ')}`, 'Give one of them.');
    case 'list':
      return splitList(text);
  }
}

function readSwitch(text: string, where: string): boolean {
  if (isYes(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw usage(where, `"${text}" is neither yes nor no`, 'Give 1 or 0.');
}

function isYes(text: string): boolean {
  return /^(1|true|yes|on)$/i.test(text);
}

function readCount(text: string, where: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 1 && text.trim() !== '') return count;
  throw usage(where, `"${text}" is not a whole number of at least 1`, 'Give one, such as 4.');
}

function readAmount(text: string, where: string): number {
  const amount = Number(text);
  if (Number.isFinite(amount) && amount > 0 && text.trim() !== '') return amount;
  throw usage(where, `"${text}" is not a number above 0`, 'Give one, such as 2.50.');
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export function usage(where: string | undefined, what: string, advice: string): SqlassayError {
  return new SqlassayError('E_CLI_USAGE', { what, where, advice });
}
