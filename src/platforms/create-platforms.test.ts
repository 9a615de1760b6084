import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPlatforms } from './create-platforms.js';
import { dialectOf } from './dialect-of.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'platforms-'));
  writeFileSync(join(root, 'seed.sql'), 'create table t (a integer);');
});
afterAll(() => rmSync(root, { recursive: true }));

const options = () => ({
  datasources: {
    made: { kind: 'sqlite', scripts: [join(root, 'seed.sql')] },
    gone: { kind: 'duckdb', path: join(root, 'gone.duckdb') },
  } as const,
  limits: { rows: 10, bytes: 1000, memoryBytes: 500_000_000 },
  concurrency: { cases: 1, sessions: 1, children: 1, modelCalls: 1 },
  sqliteDriver: 'sql.js' as const,
});

describe('createPlatforms', () => {
  test('makes one platform for the same names', async () => {
    const platforms = createPlatforms(options());
    expect(await platforms.get('made')).toBe(await platforms.get('made'));
    await platforms.close();
  });

  test('names the datasources there are when one is not known', async () => {
    const platforms = createPlatforms(options());
    await expect(platforms.get('shop')).rejects.toMatchObject({
      code: 'E_DATASOURCE_UNKNOWN',
      advice: expect.stringContaining('made, gone'),
    });
    await platforms.close();
  });

  test('says that a database is missing when it is asked for, not before', async () => {
    const platforms = createPlatforms(options());
    await expect(platforms.get('gone')).rejects.toMatchObject({ code: 'E_DATABASE_MISSING' });
    await platforms.close();
  });

  test('reads the environment of a server at its first use, and shows none of it', async () => {
    const url = `postgres://a:\${env:SQLASSAY_NOT_SET}@127.0.0.1:1/d`;
    const platforms = createPlatforms({ ...options(), datasources: { far: { kind: 'postgres', url } } });
    const platform = await platforms.get('far');
    expect([platform.dialect, platform.pinnedClock]).toEqual(['postgres', false]);
    const missing = { code: 'E_ENVIRONMENT_MISSING', where: 'datasources.far' };
    await expect(platform.open()).rejects.toMatchObject(missing);
    process.env.SQLASSAY_NOT_SET = 'a-secret';
    try {
      await expect(platform.open()).rejects.toMatchObject({
        code: 'E_CONNECTION_REFUSED',
        message: expect.not.stringContaining('a-secret'),
      });
    } finally {
      delete process.env.SQLASSAY_NOT_SET;
    }
    await platforms.close();
    await expect(platform.open()).rejects.toMatchObject({ code: 'E_PLATFORMS_CLOSED' });
  });

  test('gives nothing after it was closed', async () => {
    const platforms = createPlatforms(options());
    await platforms.close();
    await platforms.close();
    await expect(platforms.get('made')).rejects.toMatchObject({ code: 'E_PLATFORMS_CLOSED' });
  });
});

test('a kind of datasource has a dialect', () => {
  const kinds = ['duckdb', 'sqlite', 'postgres', 'mysql'] as const;
  expect(kinds.map(dialectOf)).toEqual(kinds);
});
