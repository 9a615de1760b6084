import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Solver, SolverConfig, SolverInput } from '../../types/index.js';
import { createSolver } from '../create-solver.js';

/**
 * A program that behaves as the question says. It notes in a file each time it is started, with its process id and that of
 * a child it starts.
 */
const program = `
const { appendFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const child = process.argv.includes('--family')
  ? require('node:child_process').spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'ignore'] })
  : null;
appendFileSync('started.txt', process.pid + (child === null ? '' : ' ' + child.pid) + '\\n');
console.error('ready ' + (process.env.PROGRAM_KEY ?? ''));
const say = (reply) => console.log(JSON.stringify(reply));
const held = [];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, kind, question, ...rest } = JSON.parse(line);
  if (kind === 'retrieve') return say({ id, retrieval: { singer: ['name'] } });
  if (kind === 'route') return say({ id, ranking: ['music'] });
  switch (question) {
    case 'answer': return say({ id, sql: 'SELECT 1', usage: { input_tokens: 3, output_tokens: 4 }, cost_usd: 0.5 });
    case 'echo': return say({ id, answer: JSON.stringify(rest) });
    case 'environment': return say({ id, answer: JSON.stringify(process.env) });
    case 'hold': return held.push(id) === 2 && held.reverse().forEach((one) => say({ id: one, answer: 'held ' + one }));
    case 'chatter': for (let n = 0; n < 20; n++) console.log('loading ' + n); return say({ id, sql: 'SELECT 2' });
    case 'garbage': for (let n = 0; n < 5000; n++) console.log('{"id": broken'); return;
    case 'long': return say({ id, answer: 'x'.repeat(300000) });
    case 'malformed': return say({ id, sql: 42 });
    case 'void': return say({ id });
    case 'refuse': return say({ id, errors: [{ code: 'SECURITY_VIOLATION', message: 'no' }] });
    case 'crash': console.error('out of ideas, key ' + process.env.PROGRAM_KEY); process.exit(3);
    case 'crash_once': return require('node:fs').existsSync('crashed') ? say({ id, answer: 'again' }) : (require('node:fs').writeFileSync('crashed', ''), process.exit(1));
    case 'exact': return process.stdout.write('{"id":' + id + ',"result_sets":[{"columns":["n"],"rows":[[9007199254740993]]}]}\\n');
    case 'silent_end': process.exit(0);
    case 'no_id': return say({ sql: 'SELECT 3' });
    default: return; // never answers
  }
});
`;

const key = 'sk-program-52c1';
const open: Solver[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close?.()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function start(
  config: Readonly<Record<string, unknown>> = {},
  options: readonly string[] = [],
): Promise<{ solver: Solver; ask(question: string): ReturnType<Solver['solve']>; pids(): number[][] }> {
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  folders.push(folder);
  writeFileSync(join(folder, 'program.cjs'), program);
  const solver = await createSolver(
    { kind: 'command', command: [process.execPath, 'program.cjs', ...options], ...config } as SolverConfig,
    {
      baseFolder: folder,
      cases: [],
      environment: { PATH: process.env.PATH, PROGRAM_KEY: key, OTHER_SECRET: 'not for programs' },
    },
  );
  open.push(solver);
  return {
    solver,
    ask: (question) => solver.solve(asking(question)),
    pids: () =>
      readFileSync(join(folder, 'started.txt'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number)),
  };
}

function asking(question: string, signal = new AbortController().signal): SolverInput {
  return {
    caseId: 'a',
    question,
    evidence: 'a hint',
    role: 'viewer',
    pass: 2,
    datasources: ['music'],
    dialect: 'sqlite',
    signal,
  };
}

/** Waits until a process is gone, for as long as the test may take. */
async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await setTimeout(10);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process whose parent does not wait for it keeps its number.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** Only for questions that are never answered: whoever answers has as long as it takes. */
const short = { timeout: '200ms', startup: '20s' };

describe('a command solver', () => {
  it('keeps one program warm and asks it one question after another', async () => {
    const { ask, pids, solver } = await start();
    expect(await ask('answer')).toEqual({
      status: 'success',
      sql: 'SELECT 1',
      usage: { inputTokens: 3, outputTokens: 4 },
      costUsd: 0.5,
    });
    expect(JSON.parse((await ask('echo')).answer!)).toEqual({
      case_id: 'a',
      evidence: 'a hint',
      role: 'viewer',
      pass: 2,
      datasources: ['music'],
      dialect: 'sqlite',
    });
    expect(pids()).toHaveLength(1);
    expect(solver).not.toHaveProperty('retrieve');
    await solver.close?.();
    await untilGone(pids()[0]![0]!);
  });

  it('gives it as many questions at a time as it may, and matches replies by their ids', async () => {
    const { ask } = await start({ concurrency: 2 });
    const [one, other] = await Promise.all([ask('hold'), ask('hold')]);
    expect([one.answer, other.answer]).toEqual(['held 1', 'held 2']);
  });

  it('starts it anew for each question when it is not to be warm', async () => {
    const { ask, pids } = await start({ warm: false });
    expect(await ask('answer')).toMatchObject({ sql: 'SELECT 1' });
    expect(await ask('no_id')).toMatchObject({ sql: 'SELECT 3' });
    expect(pids()).toHaveLength(2);
    const { status, errors } = await ask('silent_end');
    expect([status, errors?.[0]?.code]).toEqual(['error', 'MALFORMED_REPLY']);
    expect(errors?.[0]?.message).toContain('ended without a reply');
  });

  it('retrieves and routes when it says that it can', async () => {
    const { solver } = await start({ offers: ['retrieve', 'route'] });
    const { signal } = new AbortController();
    expect(await solver.retrieve?.('q', signal)).toEqual({ singer: ['name'] });
    expect(await solver.route?.('q', signal)).toEqual(['music']);
  });

  it('gets only what it needs of the environment, and what is named', async () => {
    const { ask } = await start({ env: ['PROGRAM_KEY'] });
    const { answer } = await ask('environment');
    expect(Object.keys(JSON.parse(answer!)).filter((name) => !name.startsWith('__'))).toEqual([
      'PATH',
      'PROGRAM_KEY',
    ]);
    expect(answer).toContain('"PROGRAM_KEY":"***"');
  });

  it('refuses a variable that is not set', async () => {
    await expect(start({ env: ['ABSENT_KEY'] })).rejects.toMatchObject({ code: 'E_ENVIRONMENT_MISSING' });
  });

  it('reads integers exactly', async () => {
    const { ask } = await start();
    const { resultSets } = await ask('exact');
    expect(resultSets?.[0]?.rows).toEqual([[{ k: 'int', v: 9007199254740993n }]]);
  });

  it('kills what overstays, with all it started, and starts it again', async () => {
    const { ask, pids } = await start(short, ['--family']);
    await ask('answer');
    expect(await ask('never')).toEqual({
      status: 'error',
      errors: [{ code: 'TIMEOUT', message: 'The command did not answer within 0.2 s' }],
    });
    const [[own, child] = []] = pids();
    await untilGone(own!);
    await untilGone(child!);
    expect(await ask('answer')).toMatchObject({ sql: 'SELECT 1' });
    expect(pids()).toHaveLength(2);
  });

  it('asks again what was in flight beside a question that overstayed', async () => {
    const { ask } = await start({ ...short, concurrency: 2 });
    await ask('answer');
    const [late, answered] = await Promise.all([
      ask('never'),
      setTimeout(100).then(() => ask('hold')),
      setTimeout(300).then(() => ask('hold')),
    ]);
    expect(late.errors?.[0]?.code).toBe('TIMEOUT');
    expect(answered.answer).toMatch(/^held/);
  });

  it('passes over lines that are no replies, up to a limit', async () => {
    const { ask } = await start();
    expect(await ask('chatter')).toMatchObject({ sql: 'SELECT 2' });
    const { status, errors } = await ask('garbage');
    expect([status, errors?.[0]?.code]).toEqual(['error', 'MALFORMED_REPLY']);
    expect(errors?.[0]?.message).toMatch(/More than 1000 lines are no replies.*\{"id": broken/);
    expect(await ask('answer')).toMatchObject({ sql: 'SELECT 1' });
  });

  it.each([
    ['long', /longer than 102400 bytes/],
    ['malformed', /sql/],
    ['void', /the reply is empty/],
  ])('counts a %s reply as its own error', async (question, message) => {
    const { ask } = await start({ max_response: '100KB' });
    const { status, errors } = await ask(question);
    expect([status, errors?.[0]?.code]).toEqual(['error', 'MALFORMED_REPLY']);
    expect(errors?.[0]?.message).toMatch(message);
  });

  it('passes a refusal on', async () => {
    const { ask } = await start();
    expect(await ask('refuse')).toEqual({
      status: 'error',
      errors: [{ code: 'SECURITY_VIOLATION', message: 'no' }],
    });
  });

  it('asks a new one when it crashes, and takes it for infrastructure when that does not help', async () => {
    const { ask, pids } = await start({ env: ['PROGRAM_KEY'] });
    expect(await ask('crash_once')).toMatchObject({ answer: 'again' });
    expect(pids()).toHaveLength(2);
    const crashed = await ask('crash');
    expect(crashed.status).toBe('unavailable');
    expect(crashed.errors?.[0]?.message).toMatch(/ended with exit code 3; stderr ends with: .*out of ideas/s);
    expect(inspect(crashed)).not.toContain(key);
    expect(await ask('answer')).toMatchObject({ sql: 'SELECT 1' });
  });

  it('is unavailable when there is no such program', async () => {
    const { ask, solver } = await start({ command: ['./no-such-program'] });
    const { status, errors } = await ask('answer');
    expect(status).toBe('unavailable');
    expect(errors?.[0]?.message).toMatch(/could not be started: .*ENOENT/);
    await solver.close?.();
  });

  it('reads no shell in its arguments', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'command-'));
    folders.push(folder);
    const solver = await createSolver(
      {
        kind: 'command',
        command: [
          process.execPath,
          '-e',
          'process.stdin.once("data", () => console.log(JSON.stringify({ id: 1, answer: process.argv[1] })))',
          '$(whoami); `id` > x',
        ],
      },
      { baseFolder: folder, cases: [] },
    );
    open.push(solver);
    expect((await solver.solve(asking('q'))).answer).toBe('$(whoami); `id` > x');
  });

  it('stops when it is told to, and kills what it waited for', async () => {
    const { ask, solver, pids } = await start();
    await ask('answer');
    const controller = new AbortController();
    const answer = solver.solve(asking('never', controller.signal));
    await setTimeout(50);
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await untilGone(pids()[0]![0]!);
  });
});
