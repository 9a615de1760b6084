import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { SqlassayError } from '../types/index.js';
import { createModels } from './create-models.js';
import { ask, key, serve } from './models.fixture.js';
import { installedPackages } from './sdk-packages.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** What a call with the wrong settings throws. */
function misuse(call: () => unknown): SqlassayError {
  try {
    call();
  } catch (error) {
    return error as SqlassayError;
  }
  throw new Error('it did not throw');
}

it.each(['gpt-5.4', 'nobody/gpt-5.4', '/gpt-5.4', 'openai/', '', 'toString/x'])('does not know %s', (id) => {
  const error = misuse(() => createModels({ environment: { OPENAI_API_KEY: key } }).get(id));
  expect(error.code).toBe('E_MODEL_UNKNOWN');
});

it.each([
  'not an address',
  'ftp://host/v1',
  `http://user:${key}@localhost/v1`,
  `http://localhost/v1?api-key=${key}`,
])('refuses the address %s without repeating it', (baseUrl) => {
  const error = misuse(() => createModels({ settings: { 'local/x': { baseUrl } } }).get('local/x'));
  expect(error.code).toBe('E_MODEL_ADDRESS');
  expect(error.message).not.toContain(key);
});

it.each([
  ['openai/gpt-5.4', {}, 'OPENAI_API_KEY'],
  ['anthropic/claude-sonnet-5-5', { ANTHROPIC_API_KEY: ' ' }, 'ANTHROPIC_API_KEY'],
  ['google/gemini-2.5-pro', {}, 'GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY'],
  ['groq/any', {}, 'GROQ_API_KEY'],
])('says which variable holds the key of %s', (id, environment, variable) => {
  const error = misuse(() => createModels({ environment }).get(id));
  expect(error.code).toBe('E_MODEL_KEY_MISSING');
  expect(error.where).toBe(`environment variable ${variable}`);
});

it('names the packages that are missing, before any call', () => {
  const packages = installedPackages({ ai: 'no-such-package-of-the-sdk' });
  const error = misuse(() => createModels({ packages }).get('ollama/qwen3'));
  expect(error.code).toBe('E_MODEL_PACKAGE_MISSING');
  expect(error.message).toContain('ai is not installed');
  expect(error.advice).toContain('npm install --save-dev ai @ai-sdk/openai-compatible');
});

it('does not send a provider’s key to an address that a suite names', async () => {
  const { server } = await serve('SELECT 1');
  const models = createModels({
    settings: { 'openai/gpt-5.4': { baseUrl: server.url, name: 'other' } },
    environment: { OPENAI_API_KEY: key },
  });
  const llm = models.get('openai/gpt-5.4');
  expect(await ask(llm)).toMatchObject({ text: 'SELECT 1' });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  expect(server.requests[0]?.body.model).toBe('other');
  expect(llm.price).toBeNull();
});

it('gives the same model for the same id, and tells models apart by what they are', () => {
  const settings = {
    'a/x': { baseUrl: 'http://localhost:1/v1' },
    'a/y': { baseUrl: 'http://localhost:2/v1' },
  };
  const models = createModels({ settings, environment: {} });
  expect(models.get('a/x')).toBe(models.get('a/x'));
  const identities = [models, createModels({ settings: { 'a/x': { ...settings['a/x'], name: 'z' } } })].map(
    (one) => one.get('a/x').identity,
  );
  expect(new Set([...identities, models.get('a/y').identity]).size).toBe(3);
});

it('prices what it knows: snapshots as their model, models of the own machine as free', () => {
  const models = createModels({
    environment: { OPENAI_API_KEY: key },
    settings: { 'openai/gpt-5': { price: { input: 7, output: 8 } } },
  });
  const prices = ['openai/gpt-5', 'openai/gpt-5.4-2026-03-05', 'openai/unheard-of', 'ollama/qwen3'].map(
    (id) => models.get(id).price,
  );
  expect(prices).toEqual([
    { input: 7, output: 8 },
    { input: 2.5, output: 15 },
    null,
    { input: 0, output: 0 },
  ]);
});

const usage = { input_tokens: 10, output_tokens: 2 };

/** The least that each provider's own protocol calls a reply. */
const protocols = [
  {
    id: 'openai/gpt-5.4',
    environment: (url: string) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
    path: '/v1/responses',
    reply: {
      id: 'resp_1',
      object: 'response',
      created_at: 0,
      model: 'gpt-5.4',
      output: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'SELECT 1', annotations: [] }],
        },
      ],
      usage,
    },
  },
  {
    id: 'anthropic/claude-sonnet-4-5',
    environment: (url: string) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: `${url}/v1` }),
    path: '/v1/messages',
    reply: {
      type: 'message',
      id: 'msg_1',
      model: 'claude-sonnet-4-5',
      role: 'assistant',
      content: [{ type: 'text', text: 'SELECT 1' }],
      stop_reason: 'end_turn',
      usage,
    },
  },
  {
    id: 'google/gemini-2.5-flash',
    environment: (url: string) => ({ GEMINI_API_KEY: key, GOOGLE_GENERATIVE_AI_BASE_URL: `${url}/v1` }),
    path: '/v1/models/gemini-2.5-flash:generateContent',
    reply: {
      candidates: [{ content: { role: 'model', parts: [{ text: 'SELECT 1' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
    },
  },
];

it.each(protocols)('calls $id in its provider’s own protocol', async ({ id, environment, path, reply }) => {
  const seen: { readonly path: string; readonly headers: string }[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push({ path: incoming.url ?? '', headers: JSON.stringify(incoming.headers) });
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const llm = createModels({ environment: environment(url) }).get(id);
  expect(await ask(llm)).toMatchObject({
    text: 'SELECT 1',
    usage: { inputTokens: 10, outputTokens: 2 },
    costUsd: (10 * llm.price!.input + 2 * llm.price!.output) / 1e6,
  });
  expect(seen.map((one) => one.path)).toEqual([path]);
  expect(seen[0]!.headers).toContain(key);
});
