import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Case, type SolverConfig, type SolverInput, SqlassayError } from '../types/index.js';
import { checkSolverOutput } from './check-solver-output.js';
import { createSolver } from './create-solver.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'solver-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const cases: readonly Case[] = [
  { id: 'a', question: 'A?', dbId: 'x' },
  { id: 'b', question: 'B?', dbId: 'y', expected: { admin: 'allowed', viewer: 'refused' } },
];

function ask(caseId: string, role = 'default', pass = 1): SolverInput {
  return { caseId, question: '?', role, pass, dialect: 'sqlite', signal: new AbortController().signal };
}

function replay(
  name: string,
  text: string,
  options: { cases?: readonly Case[]; passes?: number; format?: string } = {},
) {
  const baseFolder = folderWith({ [name]: text });
  const { format, ...rest } = options;
  const config = { kind: 'replay', path: name, ...(format === undefined ? {} : { format }) };
  return createSolver(config, { baseFolder, cases, ...rest });
}

async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'nothing was thrown',
    (error: unknown) => {
      if (!SqlassayError.is(error)) return String(error);
      return folders.reduce(
        (text, folder) => text.replaceAll(`${folder}/`, ''),
        `${error.code} ${error.message}`,
      );
    },
  );
}

describe('createSolver', () => {
  it('passes a solver object on', async () => {
    const solver = { solve: async () => ({ status: 'success' as const, sql: 'SELECT 1' }) };
    expect(await createSolver(solver, { baseFolder: '.', cases })).toBe(solver);
  });

  it.each<[SolverConfig, RegExp]>([
    [
      { kind: 'oracle' },
      /Unknown solver kind "oracle"; the kinds are module, prompt, http, command and replay/,
    ],
    [{ kind: 'prompt' }, /solver\.model/],
    [
      { kind: 'http', url: 'http://a/', response: { sql: 'sql' } },
      /solver\.response\.sql.*"sql" is not a JSONPath/,
    ],
    [
      { kind: 'http', url: 'http://a/{{gold}}', response: {} },
      /solver\.url.*\{\{gold\}\} stands for nothing/,
    ],
    [
      { kind: 'http', url: 'http://a/', headers: { 'X-Api-Key': 'sk-1' }, response: {} },
      /solver\.headers\.X-Api-Key.*A secret does not belong in a suite file/,
    ],
    [{ kind: 'command', command: [] }, /solver\.command/],
    [{ kind: 'command', command: ['a'], env: ['A=b'] }, /the name of a variable, never its value/],
    [{ kind: 'replay' }, /solver\.path/],
    [{ kind: 'replay', path: 'a', pat: 'b' }, /Unknown key "pat"; the keys are kind, path, format/],
    [{} as SolverConfig, /A solver needs a kind/],
  ])('refuses %j', async (config, message) => {
    const found = await failure(createSolver(config, { baseFolder: '.', cases }));
    expect(found).toMatch(/^E_SOLVER_INVALID /);
    expect(found).toMatch(message);
  });
});

describe('module', () => {
  const make = (files: Record<string, string>, config: Record<string, unknown>) =>
    createSolver({ kind: 'module', ...config }, { baseFolder: folderWith(files), cases });

  it.each([
    [
      'default.ts',
      'const sql: string = "SELECT 1"; export default { solve: async () => ({ status: "success", sql }) };',
    ],
    ['named.mjs', 'export const solver = { solve: async () => ({ status: "success", sql: "SELECT 1" }) };'],
    ['common.cjs', 'module.exports = { solve: async () => ({ status: "success", sql: "SELECT 1" }) };'],
    [
      'private.ts',
      'class S { #sql = "SELECT 1"; async solve() { return { status: "success", sql: this.#sql }; } } export default new S();',
    ],
    [
      'made.ts',
      'export default async () => ({ solve: async () => ({ status: "success", sql: "SELECT 1" }) });',
    ],
  ])('takes a solver from %s', async (path, text) => {
    const solver = await make({ [path]: text }, { path });
    expect(await solver.solve(ask('a'))).toEqual({ status: 'success', sql: 'SELECT 1' });
    expect(solver.name).toBe(path);
  });

  it('takes a named export, made with its options, under its own name', async () => {
    const text =
      'export const engine = ({ sql }) => ({ name: "mine", solve: async () => ({ status: "success", sql }) });';
    const solver = await make(
      { 'a.js': text },
      { path: 'a.js', export: 'engine', options: { sql: 'SELECT 2' } },
    );
    expect(await solver.solve(ask('a'))).toEqual({ status: 'success', sql: 'SELECT 2' });
    expect(solver.name).toBe('mine');
  });

  it.each([
    ['is absent', {}, 'could not be loaded'],
    ['does not load', { 'a.ts': 'throw new Error("no key")' }, 'no key'],
    ['exports no solver', { 'a.ts': 'export default { answer: 1 }' }, 'exports no solver'],
    [
      'has a factory that fails',
      { 'a.ts': 'export default () => { throw new Error("no model") }' },
      'no model',
    ],
  ])('refuses a module that %s', async (_, files, message) => {
    const found = await failure(make(files, { path: 'a.ts' }));
    expect(found).toMatch(/^E_SOLVER_MODULE /);
    expect(found).toContain(message);
  });
});

describe('replay of JSONL', () => {
  const complete = `{"id":"a","sql":"SELECT 1","usage":{"input_tokens":3,"output_tokens":4},"cost_usd":0.1}
{"id":"b","role":"admin","sql":"SELECT 2"}

{"id":"b","role":"viewer","errors":[{"code":"NO","message":"no"}]}
`;

  it('gives each case run its answer', async () => {
    const solver = await replay('a.jsonl', complete);
    expect(solver).toMatchObject({ recorded: true, name: 'replay a.jsonl' });
    expect(await solver.solve(ask('a'))).toEqual({
      status: 'success',
      sql: 'SELECT 1',
      usage: { inputTokens: 3, outputTokens: 4 },
      costUsd: 0.1,
    });
    expect(await solver.solve(ask('b', 'viewer'))).toEqual({
      status: 'error',
      errors: [{ code: 'NO', message: 'no' }],
    });
  });

  it('changes its identity with its answers', async () => {
    const [one, same, other] = await Promise.all([
      replay('a.jsonl', complete),
      replay('a.jsonl', complete),
      replay('a.jsonl', complete.replace('SELECT 2', 'SELECT 3')),
    ]);
    expect(one?.identity).toBe(same?.identity);
    expect(one?.identity).not.toBe(other?.identity);
  });

  it('takes the answer of the very role and pass before a general one', async () => {
    const text = `{"id":"a","sql":"any"}
{"id":"a","pass":2,"sql":"second"}
{"id":"b","sql":"any"}
{"id":"b","role":"admin","sql":"admin"}
{"id":"b","role":"admin","pass":2,"sql":"admin second"}
`;
    const solver = await replay('a.jsonl', text, { passes: 2 });
    const sql = async (...run: Parameters<typeof ask>) => (await solver.solve(ask(...run))).sql;
    expect(
      await Promise.all([
        sql('a'),
        sql('a', 'default', 2),
        sql('b', 'viewer', 2),
        sql('b', 'admin'),
        sql('b', 'admin', 2),
      ]),
    ).toEqual(['any', 'second', 'any', 'admin', 'admin second']);
  });

  it('replays a malformed answer as it was', async () => {
    const solver = await replay('a.jsonl', '{"id":"a","sql":42}\n', { cases: [cases[0]!] });
    const reply = await solver.solve(ask('a'));
    expect(checkSolverOutput(reply)).toMatchObject({
      kind: 'malformed',
      problem: expect.stringContaining('sql'),
    });
  });

  it('keeps integers of result sets exact', async () => {
    const text = '{"id":"a","result_sets":[{"columns":["n"],"rows":[[9007199254740993],[1]]}],"delay":0}\n';
    const solver = await replay('a.jsonl', text, { cases: [cases[0]!] });
    const checked = checkSolverOutput(await solver.solve(ask('a')));
    expect(checked.kind === 'ok' && checked.output.resultSets?.[0]?.rows).toEqual([
      [{ k: 'int', v: 9007199254740993n }],
      [1],
    ]);
  });

  it('stops a delayed answer when it is told to', async () => {
    const solver = await replay('a.jsonl', '{"id":"a","sql":"x","delay":3600}\n', { cases: [cases[0]!] });
    const controller = new AbortController();
    const reply = solver.solve({ ...ask('a'), signal: controller.signal });
    controller.abort();
    await expect(reply).rejects.toThrow(/abort/i);
  });

  it('names missing, doubled and surplus answers', async () => {
    const text = `{"id":"a","sql":"1"}
{"id":"a","sql":"2"}
{"id":"b","role":"admin","sql":"3"}
{"id":"b","role":"vewer","sql":"4"}
{"id":"c","sql":"5"}
`;
    expect(await failure(replay('a.jsonl', text))).toMatchInlineSnapshot(
      `"E_REPLAY_IDS a.jsonl: The recorded answers do not fit the cases: no answer for b (role viewer); more than one answer for a (a.jsonl:1 and a.jsonl:2); answers that belong to no case of the suite: b (role vewer) (a.jsonl:4), c (a.jsonl:5). Every case run needs exactly one recorded answer, matched by id (and role and pass where they are given)."`,
    );
    expect(
      await failure(replay('a.jsonl', '{"id":"a","pass":1,"sql":"1"}', { cases: [cases[0]!], passes: 2 })),
    ).toContain('no answer for a (pass 2)');
  });

  it.each([
    ['{"id":"a"', /a\.jsonl:1: The line is not JSON/],
    ['[1]', /a\.jsonl:1: The line is not a JSON object/],
    ['{"sql":"x"}', /has no "id"/],
    ['\n{"id":"a","role":1}', /a\.jsonl:2: The "role" is not a text/],
    ['{"id":"a","pass":0}', /"pass" is not a whole number/],
    ['{"id":"a","delay":"1s"}', /"delay" is not a number of seconds/],
  ])('refuses the line %j', async (text, message) => {
    const found = await failure(replay('a.jsonl', text));
    expect(found).toMatch(/^E_REPLAY_INVALID /);
    expect(found).toMatch(message);
  });

  it('refuses a file that is not there', async () => {
    const found = await failure(
      createSolver({ kind: 'replay', path: 'absent.jsonl' }, { baseFolder: folderWith({}), cases }),
    );
    expect(found).toMatch(/^E_REPLAY_INVALID absent\.jsonl: The file of recorded answers cannot be read/);
  });
});

describe('replay of Spider predictions', () => {
  it('goes by the order of the cases, with or without database ids', async () => {
    const solver = await replay('pred.txt', 'SELECT 1\tx\r\nSELECT "a\tb"\ty\r\n');
    expect((await solver.solve(ask('a'))).sql).toBe('SELECT 1');
    expect((await solver.solve(ask('b', 'admin'))).sql).toBe('SELECT "a\tb"');
    const plain = await replay('pred.sql', '\nSELECT 1\n\nSELECT 2\n');
    expect((await plain.solve(ask('b', 'viewer'))).sql).toBe('SELECT 2');
  });

  it('takes an empty line for an empty answer when the lines then add up', async () => {
    const solver = await replay('pred.txt', 'SELECT 1\n\n');
    expect((await solver.solve(ask('a'))).sql).toBe('SELECT 1');
    expect(checkSolverOutput(await solver.solve(ask('b', 'admin')))).toMatchObject({ kind: 'malformed' });
  });

  it('refuses other counts and other databases', async () => {
    expect(await failure(replay('pred.txt', 'SELECT 1\n'))).toMatch(
      /^E_REPLAY_INVALID pred.txt: .*1 predictions for 2 cases/,
    );
    expect(await failure(replay('pred.txt', 'SELECT 1\ty\nSELECT 2\tx\n'))).toMatch(
      /^E_REPLAY_INVALID pred.txt:1: .*database "y", but case a is on "x"/,
    );
  });
});

describe('replay of BIRD predictions', () => {
  const bird: readonly Case[] = [
    { id: '0', question: 'Q', dbId: 'x' },
    { id: '1', question: 'R', dbId: 'y' },
  ];
  const written = (entries: Record<string, string>) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(entries).map(([key, value]) => [key, value.replace('|', '\t----- bird -----\t')]),
      ),
    );

  it('goes by question id', async () => {
    const solver = await replay('pred.json', written({ 1: 'SELECT 2|y', 0: 'SELECT 1|x' }), { cases: bird });
    expect((await solver.solve(ask('1'))).sql).toBe('SELECT 2');
    const sparse = bird.map((item, index) => ({ ...item, id: String(1471 + index * 7) }));
    const byId = await replay('pred.json', written({ 1478: 'SELECT 2|y', 1471: 'SELECT 1|x' }), {
      cases: sparse,
    });
    expect((await byId.solve(ask('1478'))).sql).toBe('SELECT 2');
  });

  it('goes by position only when the keys are positions and the counts are equal', async () => {
    const sparse = bird.map((item, index) => ({ ...item, id: String(1471 + index * 7) }));
    const solver = await replay('pred.json', written({ 0: 'SELECT 1|x', 1: 'SELECT 2|y' }), {
      cases: sparse,
    });
    expect((await solver.solve(ask('1478'))).sql).toBe('SELECT 2');
    expect(await failure(replay('pred.json', written({ 0: 'SELECT 1|x' }), { cases: sparse }))).toMatch(
      /^E_REPLAY_INVALID .*1 predictions by position for 2 cases/,
    );
    expect(
      await failure(replay('pred.json', written({ 0: 'SELECT 1|y', 1: 'SELECT 2|x' }), { cases: sparse })),
    ).toMatch(/^E_REPLAY_INVALID .*database "y", but case 1471 is on "x"/);
  });

  it('never guesses whether keys are ids or positions', async () => {
    const overlapping = bird.map((item, index) => ({ ...item, id: String(index + 1) }));
    expect(
      await failure(replay('pred.json', '{"0": "SELECT 1", "1": "SELECT 2"}', { cases: overlapping })),
    ).toMatch(/^E_REPLAY_INVALID .*may be question ids or positions/);
    const told = await replay('pred.json', written({ 0: 'SELECT 1|x', 1: 'SELECT 2|y' }), {
      cases: overlapping,
    });
    expect((await told.solve(ask('1'))).sql).toBe('SELECT 1');
  });

  it('names missing and surplus ids', async () => {
    const found = await failure(
      replay('pred.json', written({ 0: 'SELECT 1|x', 7: 'SELECT 2|y' }), { cases: bird }),
    );
    expect(found).toMatch(/^E_REPLAY_IDS .*no answer for 1; answers that belong to no case of the suite: 7/);
  });

  it.each(['[]', '{', '{"0": 1, "1": 2}'])('refuses %j', async (text) => {
    expect(await failure(replay('pred.json', text, { cases: bird }))).toMatch(/^E_REPLAY_INVALID /);
  });

  it('is read under any name when its format is named', async () => {
    const solver = await replay('pred.txt', written({ 0: 'SELECT 1', 1: 'SELECT 2' }), {
      cases: bird,
      format: 'bird',
    });
    expect((await solver.solve(ask('0'))).sql).toBe('SELECT 1');
  });
});
