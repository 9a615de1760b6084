import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../src/types/index.js';
import { bothVerdicts } from './both-verdicts.js';
import { countingRunner, openSubject, pushdownSubjects } from './pushdown-subjects.js';

const subject = pushdownSubjects.find(({ dialect }) => dialect === 'postgres')!;
const url = process.env.SQLASSAY_TEST_POSTGRES ?? '';
const collation = 'sqlassay_test_any_case';

describe.skipIf(subject.datasource === null)('texts under the collations of PostgreSQL', () => {
  let platform: Platform;
  let admin: pg.Client;
  beforeAll(async () => {
    platform = openSubject(subject);
    admin = new pg.Client(subject.datasource === null ? '' : url);
    await admin.connect();
    await admin.query(
      `create collation if not exists ${collation} (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
    );
  });
  afterAll(async () => {
    await admin.query(`drop collation if exists ${collation}`);
    await Promise.all([admin.end(), platform.close()]);
  });

  async function verdict(expected: string, actual: string, matchKey: readonly string[] = []) {
    const queries = countingRunner(platform);
    const tolerance = { absolute: 0, relative: 0 };
    const verdicts = await bothVerdicts(queries, { expected, actual, tolerance, matchKey });
    expect(verdicts?.pushed).toBe(verdicts?.pulled);
    return { verdict: verdicts?.pushed, texts: queries.sent.slice(2).join('\n') };
  }
  const collated = (text: string, name: string): string => `select '${text}'::text collate ${name} as a`;

  it('are told apart although their own collation holds them for equal', async () => {
    for (const other of [collation, '"C"', '"default"'])
      expect(await verdict(collated('x', collation), collated('X', other))).toMatchObject({
        verdict: 'different',
      });
    expect((await verdict(collated('x', collation), collated('X', collation), ['a'])).verdict).toBe(
      'different',
    );
  });

  it('are compared although the collations of both sides are in conflict', async () => {
    const { verdict: found, texts } = await verdict(collated('x', '"C"'), collated('x', collation));
    expect(found).toBe('equal');
    expect(texts).toContain('collate "C" k0');
  });

  it('are compared as they are under the collation of the database', async () => {
    const { verdict: found, texts } = await verdict(
      "select 'x'::text as a",
      "select 'X'::varchar(3)::text as a",
    );
    expect(found).toBe('different');
    expect(texts).not.toContain('collate "C"');
  });
});
