import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builtInScorers } from '../scorers/index.js';
import { type Scorer, type ScorerFactory, SqlassayError } from '../types/index.js';
import { createRegistry } from './create-registry.js';

const fixtures = fileURLToPath(new URL('../../test/fixtures/plugins', import.meta.url));
const imported = globalThis as { importedPlugins?: string[] | undefined };
const folders: string[] = [];

afterEach(() => {
  imported.importedPlugins = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A project that has these fixture packages installed, and depends directly on all but `indirect`. */
function project(...plugins: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plugins-'));
  folders.push(folder);
  for (const plugin of plugins)
    cpSync(join(fixtures, plugin), join(folder, 'node_modules', `plugin-${plugin}`), { recursive: true });
  const direct = plugins.filter((plugin) => plugin !== 'indirect').map((plugin) => [`plugin-${plugin}`, '*']);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ dependencies: { 'not-installed': '*' }, devDependencies: Object.fromEntries(direct) }),
  );
  mkdirSync(join(folder, 'evals'));
  writeFileSync(join(folder, 'evals', 'evals.yaml'), '');
  return join(folder, 'evals', 'evals.yaml');
}

const strict: ScorerFactory<{ limit: number }> = {
  interfaceVersion: 1,
  options: z.strictObject({ limit: z.number().default(3) }),
  create: ({ limit }): Scorer => ({ name: 'strict', score: () => ({ passed: true, detail: { limit } }) }),
};

describe('createRegistry', () => {
  it('holds the built-ins, with their JSON Schema', async () => {
    const registry = createRegistry({ pluginsFor: null });
    expect(registry.names()).toEqual(Object.keys(builtInScorers));
    const listed = await registry.list();
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(builtInScorers));
    expect(listed[0]).toMatchObject({
      name: 'result_match',
      interfaceVersion: 1,
      needs: 'rows',
      from: 'built-in',
    });
    expect(listed[0]?.options).toMatchObject({
      type: 'object',
      properties: { tolerance: { default: 0.005 } },
    });
  });

  it('builds every built-in from its defaults', async () => {
    const registry = createRegistry({ pluginsFor: null });
    const required: Readonly<Record<string, unknown>> = {
      first_decisive: { scorers: ['outcome'] },
      judged_equivalence: { model: 'openai/gpt-5.4' },
      sql_equivalence_judge: { model: 'openai/gpt-5.4' },
      llm_judge: { model: 'openai/gpt-5.4', criteria: 'It answers the question.' },
    };
    for (const name of registry.names())
      expect(await registry.createScorer(name, required[name])).toHaveProperty('score');
  });

  it('builds the scorers that a scorer is made of, and says what is wrong with one of them', async () => {
    const registry = createRegistry({ pluginsFor: null });
    registry.addScorer('strict', strict);
    const inner = { use: 'first_decisive', with: { scorers: ['result_match'] } };
    const scorer = await registry.createScorer('first_decisive', {
      scorers: [{ use: 'strict', with: { limit: 7 } }, 'outcome', inner],
    });
    expect(scorer).toMatchObject({
      members: [{}, { name: 'outcome' }, { members: [{ name: 'result_match' }] }],
    });
    expect(await rejection(registry.createScorer('first_decisive'))).toMatch(/^E_SCORER_OPTIONS/);
    expect(await rejection(registry.checkScorer('first_decisive', { scorers: ['outcom'] }))).toMatch(
      /^E_SCORER_UNKNOWN/,
    );
    const wrong = { scorers: [{ use: 'strict', with: { limit: 'x' } }] };
    expect(await rejection(registry.checkScorer('first_decisive', wrong))).toMatch(
      /^E_SCORER_OPTIONS options of scorer "strict"/,
    );
  });

  it('builds a scorer added in code from its options, and lists where it is from', async () => {
    const registry = createRegistry({ pluginsFor: null });
    registry.addScorer('strict', strict);
    const scorer = await registry.createScorer('strict', { limit: 7 });
    expect(scorer.score(null as never, null as never)).toEqual({ passed: true, detail: { limit: 7 } });
    expect((await registry.createScorer('strict')).score(null as never, null as never)).toMatchObject({
      detail: { limit: 3 },
    });
    expect((await registry.list()).at(-1)).toMatchObject({
      name: 'strict',
      from: 'code',
      modes: ['full', 'plans'],
    });
  });

  it('keeps what is added to itself', () => {
    createRegistry({ pluginsFor: null }).addScorer('strict', strict);
    expect(createRegistry({ pluginsFor: null }).names()).not.toContain('strict');
  });

  it('refuses a taken name and what is no factory', () => {
    const registry = createRegistry({ pluginsFor: null });
    registry.addScorer('strict', strict);
    expect(messageOf(() => registry.addScorer('strict', strict))).toMatch(
      /^E_SCORER_NAME_TAKEN .*"strict" is taken/,
    );
    expect(messageOf(() => registry.addScorer('outcome', strict))).toMatch(/built-in/);
    expect(messageOf(() => registry.addScorer('a', { interfaceVersion: 3 } as never))).toMatch(
      /^E_SCORER_VERSION .*interface version is 3, and this version of sqlassay speaks 1/,
    );
    expect(messageOf(() => registry.addScorer('a', { interfaceVersion: 1 } as never))).toMatch(
      /^E_SCORER_PLUGIN /,
    );
    expect(messageOf(() => registry.addScorer('a', null as never))).toMatch(/^E_SCORER_PLUGIN /);
  });

  it('says what is wrong with a name or its options', async () => {
    const registry = createRegistry({ pluginsFor: null });
    registry.addScorer('strict', strict);
    expect(await rejection(registry.createScorer('result_mach'))).toMatch(
      /^E_SCORER_UNKNOWN There is no scorer "result_mach"\. Did you mean "result_match"\? The scorers are .*\bstrict\b/,
    );
    expect(await rejection(registry.createScorer('completely_else'))).not.toContain('Did you mean');
    expect(await rejection(registry.checkScorer('strict', { limit: 'x', extra: 1 }))).toMatchInlineSnapshot(
      `"E_SCORER_OPTIONS options of scorer "strict": limit: Invalid input: expected number, received string; Unrecognized key: "extra". Run \`sqlassay scorers\` to see the options of every scorer."`,
    );
    await expect(registry.checkScorer('strict')).resolves.toBeUndefined();
  });
});

describe('plugins', () => {
  it('are found among the direct dependencies and imported only when named', async () => {
    const registry = createRegistry({ pluginsFor: project('good', 'indirect') });
    expect(registry.names()).toContain('fast');
    expect(registry.names()).not.toContain('indirect');
    await registry.createScorer('outcome');
    expect(imported.importedPlugins).toBeUndefined();
    const scorer = await registry.createScorer('fast', { limit: 2 });
    expect(imported.importedPlugins).toEqual(['plugin-good']);
    expect(scorer.score(null as never, null as never)).toMatchObject({ detail: { limit: 2 } });
    expect(await rejection(registry.createScorer('fast', { limit: 'x' }))).toMatch(
      /^E_SCORER_OPTIONS .*limit: not a number of seconds/,
    );
  });

  it('are listed beside the built-ins, also those that cannot be used', async () => {
    const registry = createRegistry({ pluginsFor: project('good', 'future', 'broken') });
    const listed = (await registry.list()).filter(({ from }) => from.startsWith('plugin-'));
    expect(listed.find(({ name }) => name === 'fast')).toEqual({
      name: 'fast',
      interfaceVersion: 1,
      description: 'Passes what is fast',
      modes: ['full'],
      needs: 'nothing',
      options: null,
      from: 'plugin-good@1.2.0',
    });
    const problems = listed.filter(({ problem }) => problem !== undefined).map(({ name }) => name);
    expect(problems).toEqual([
      'absent_file',
      'absent_export',
      'no_factory',
      'throws',
      'no_export_named',
      'outside',
      'future',
    ]);
  });

  it('of another interface version are refused', async () => {
    const registry = createRegistry({ pluginsFor: project('future') });
    expect(await rejection(registry.createScorer('future'))).toMatchInlineSnapshot(
      `"E_SCORER_VERSION scorer "future" of plugin-future@9.0.0: Its interface version is 2, and this version of sqlassay speaks 1. Install a version of the package that was made for this version of sqlassay."`,
    );
  });

  it.each([
    ['absent_file', /could not be loaded/],
    ['absent_export', /has no export "absent"/],
    ['no_factory', /not a scorer factory/],
    ['throws', /this module does not load/],
    ['no_export_named', /not declared as/],
    ['outside', /lies outside the package/],
  ])('that break their word are refused: %s', async (name, message) => {
    const found = await rejection(
      createRegistry({ pluginsFor: project('broken', 'good') }).createScorer(name),
    );
    expect(found).toMatch(/^E_SCORER_PLUGIN .*plugin-broken@0\.1\.0/);
    expect(found).toMatch(message);
  });

  it('never replace a built-in, and two may not share a name', async () => {
    const registry = createRegistry({ pluginsFor: project('good', 'rival') });
    expect(await registry.createScorer('outcome')).toHaveProperty('score');
    expect(await rejection(registry.createScorer('fast'))).toMatch(
      /^E_SCORER_NAME_TAKEN .*both plugin-good@1\.2\.0 and plugin-rival@1\.0\.0/,
    );
    const rivals = (await registry.list()).filter(({ from }) => from === 'plugin-rival@1.0.0');
    expect(rivals.map(({ name, problem }) => [name, problem])).toEqual([
      ['fast', 'the name is taken: plugin-good@1.2.0'],
      ['outcome', 'the name is taken: built-in'],
    ]);
    expect(messageOf(() => registry.addScorer('fast', strict))).toMatch(/^E_SCORER_NAME_TAKEN /);
  });
});

function messageOf(action: () => void): string {
  try {
    action();
  } catch (error) {
    return shown(error);
  }
  throw new Error('nothing was thrown');
}

async function rejection(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => 'nothing was thrown', shown);
}

function shown(error: unknown): string {
  return SqlassayError.is(error) ? `${error.code} ${error.message}` : String(error);
}
