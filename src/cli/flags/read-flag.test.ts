import { describe, expect, it } from 'vitest';
import { commands } from '../command-table.js';
import type { Flag } from './flag.js';
import { readFlag } from './read-flag.js';
import { resolveFlags } from './resolve-flags.js';

const [run] = commands;
const flag = (name: string): Flag => run.flags.find((one) => one.name === name)!;
const usage = expect.objectContaining({ code: 'E_CLI_USAGE' });

describe('readFlag', () => {
  it.each([
    ['last-failed', { SQLASSAY_LAST_FAILED: '1' }, true],
    ['last-failed', { SQLASSAY_LAST_FAILED: 'off' }, false],
    ['last-failed', { SQLASSAY_LAST_FAILED: '' }, undefined],
    ['no-self-test', { SQLASSAY_NO_SELF_TEST: 'true' }, false],
    ['no-self-test', { SQLASSAY_NO_SELF_TEST: '0' }, undefined],
    ['bail', { SQLASSAY_BAIL: '3' }, 3],
    ['bail', { SQLASSAY_BAIL: 'yes' }, 1],
    ['resume', { SQLASSAY_RESUME: '1' }, 'latest'],
    ['resume', { SQLASSAY_RESUME: '2026-01-02' }, '2026-01-02'],
    ['tag', { SQLASSAY_TAG: 'smoke, join,' }, ['smoke', 'join']],
    ['mode', { SQLASSAY_MODE: 'plans' }, 'plans'],
    ['grep', {}, undefined],
  ])('reads the variable of --%s from %j', (name, environment, value) => {
    expect(readFlag(flag(name), undefined, environment)).toEqual(value);
  });

  it.each([
    ['bail', true, 1],
    ['bail', '2', 2],
    ['resume', true, 'latest'],
    ['tag', ['a', 'b,c'], ['a', 'b', 'c']],
    ['concurrency', '4', 4],
  ])('reads --%s given as %j', (name, given, value) => {
    expect(readFlag(flag(name), given, {})).toEqual(value);
  });

  it.each([
    ['mode', 'fast'],
    ['passes', '0'],
    ['passes', '1.5'],
    ['concurrency', 'many'],
    ['bail', ''],
  ])('refuses --%s %s', (name, given) => {
    expect(() => readFlag(flag(name), given, {})).toThrow(usage);
  });

  it('names the variable that is wrong', () => {
    expect(() => readFlag(flag('json'), undefined, { SQLASSAY_JSON: 'maybe' })).toThrow(/^SQLASSAY_JSON: /);
  });
});

describe('resolveFlags', () => {
  it('lets flags beat the environment, and the environment the config', () => {
    const environment = { SQLASSAY_PASSES: '2', SQLASSAY_GREP: 'b' };
    const config = { passes: 3, grep: 'c', mode: 'plans', selfTest: false } as const;
    expect(resolveFlags(run, { passes: '1' }, environment, config)).toEqual({
      passes: 1,
      grep: 'b',
      mode: 'plans',
      selfTest: false,
    });
  });
});
