import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import type { ExecutionResult, Platform, PlatformSession } from '../../src/types/index.js';
import { type FileSubject, fileSubjects, limits, temporaryFolder } from '../conformance/platform-subjects.js';
import { hostileStatements } from './hostile-statements.js';

const timeoutMs = 500;
const mark = `hostile-mark-${process.pid}`;
const realTemporary = tmpdir();
const realHome = homedir();
const folder = temporaryFolder();
const work = join(folder.path, 'work');
const statements = hostileStatements.map((one) => ({
  ...one,
  hostile: one.hostile.replaceAll('%MARK%', mark),
}));
/** Milliseconds past the time-out: of the query itself, and of the whole call, which may wait for a new process. */
interface Overshoot {
  readonly what: string;
  readonly query: number;
  readonly call: number;
}
const overshoots: Overshoot[] = [];

const before = { cwd: process.cwd(), HOME: process.env.HOME, TMPDIR: process.env.TMPDIR };
beforeAll(() => {
  for (const name of ['work', 'home', 'temporary', 'databases']) mkdirSync(join(folder.path, name));
  process.chdir(work);
  process.env.HOME = join(folder.path, 'home');
  process.env.TMPDIR = join(folder.path, 'temporary');
});
afterAll(() => {
  process.chdir(before.cwd);
  restore('HOME', before.HOME);
  restore('TMPDIR', before.TMPDIR);
  folder.remove();
  const worst = [...overshoots].sort((a, b) => b.query - a.query);
  const line = ({ what, query, call }: Overshoot): string =>
    `${query.toFixed(0).padStart(6)} ms ${call.toFixed(0).padStart(6)} ms  ${what}`;
  console.log(
    [
      `Of ${worst.length} statements that used up their ${timeoutMs} ms, the latest to end (query, whole call):`,
      ...worst.slice(0, 15).map(line),
    ].join('\n'),
  );
});

test('there are at least 60 hostile statements for each kind of engine', () => {
  for (const kind of ['duckdb', 'sqlite'] as const) {
    expect(statements.filter((one) => one.kinds.includes(kind)).length).toBeGreaterThanOrEqual(60);
  }
});

describe.each(fileSubjects)('$name', (subject) => {
  if (subject.absent !== null) {
    test.skip(subject.absent, () => {});
    return;
  }
  let path: string;
  let platform: Platform;
  let session: PlatformSession;
  let untouched: ReturnType<typeof world>;

  beforeAll(async () => {
    const config = await subject.makeFile(
      join(folder.path, 'databases'),
      `t-${fileSubjects.indexOf(subject)}`,
      `create table t (id integer, name text); ${subject.kind === 'duckdb' ? 'create sequence s;' : ''}
       insert into t values ${Array.from({ length: 20 }, (_, at) => `(${at}, 'name ${at}')`).join(', ')};`,
    );
    path = config.path;
    untouched = world(path);
    platform = openPlatform(config, subject.settings);
    session = await platform.open();
    await session.execute('select 1', limits());
  });
  afterAll(() => platform.close());

  const own = statements.filter((one) => one.kinds.includes(subject.kind));

  test.each(own)('$what', async ({ what, hostile, benign }) => {
    const started = performance.now();
    const result = await session.execute(hostile, limits({ timeoutMs, maxRows: 1000, maxBytes: 1_000_000 }));
    note(subject, what, result, performance.now() - started);
    expect(isContained(result), show(result).slice(0, 300)).toBe(true);
    expect(show(result)).not.toContain(folder.path);
    const next = await session.execute('select count(*), min(name) from t', limits());
    expect(next).toMatchObject({ kind: 'success', rows: [[20, 'name 0']], truncated: null });
    const alike = await session.execute(benign, limits({ maxRows: 1000, maxBytes: 3_000_000 }));
    expect(alike, show(alike).slice(0, 300)).toMatchObject({ kind: 'success', truncated: null });
  });

  test('the database and every folder are as they were', () => {
    expect(world(path)).toEqual(untouched);
  });
});

/** A typed error that is the query's own fault, or fewer rows than there are, said so. */
function isContained(result: ExecutionResult): boolean {
  if (result.kind === 'error') return result.fault === 'query' && result.code !== 'cancelled';
  return result.truncated !== null;
}

function show(result: ExecutionResult): string {
  return JSON.stringify(result, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

function note(subject: FileSubject, what: string, result: ExecutionResult, elapsed: number): void {
  if (result.kind === 'success' || result.code !== 'timeout') return;
  const query = result.latencySeconds * 1000 - timeoutMs;
  overshoots.push({ what: `${subject.name}: ${what}`, query, call: elapsed - timeoutMs });
}

/** What could have been changed: the database's bytes, what stands beside it, our folders, and the real ones. */
function world(database: string) {
  return {
    database: createHash('sha256').update(readFileSync(database)).digest('hex'),
    ours: readdirSync(folder.path, { recursive: true }).sort(),
    root: readdirSync('/').sort(),
    marked: [realTemporary, realHome, before.cwd].flatMap((place) =>
      readdirSync(place).filter((name) => name.includes(mark)),
    ),
    duckdbHome: readdirSync(realHome).filter((name) => name.startsWith('.duckdb')),
  };
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
