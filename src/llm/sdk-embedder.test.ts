import { describe, expect, it } from 'vitest';
import { createModels } from './create-models.js';
import { key, sdkVersions, serve } from './models.fixture.js';
import { createStubEmbedder } from './stub-embedder.js';

const { signal } = new AbortController();

describe.each(sdkVersions)('an embedder through version $version of the SDK', ({ packages }) => {
  it('brings back a vector for each text, the tokens and their price', async () => {
    const { embedder, server } = await serve(
      {
        vectors: [
          [1, 0],
          [0.5, -0.5],
        ],
      },
      { packages },
    );
    expect(await embedder.embed(['customers', 'revenue'], signal)).toEqual({
      vectors: [
        [1, 0],
        [0.5, -0.5],
      ],
      usage: { inputTokens: 2, outputTokens: 0 },
      costUsd: 2e-6,
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      text: 'customers\nrevenue',
      body: { model: 'tiny' },
      headers: { authorization: `Bearer ${key}` },
    });
  });

  it('asks for nothing where there is nothing to embed', async () => {
    const { embedder, server } = await serve({ vectors: [] }, { packages });
    expect(await embedder.embed([], signal)).toEqual({ vectors: [] });
    expect(server.requests).toEqual([]);
  });

  it.each([429, 500, 503])('asks again after HTTP %i', async (status) => {
    const { embedder, server } = await serve(
      [{ status, headers: { 'retry-after': '0' } }, { vectors: [[1]] }],
      { packages },
    );
    expect(await embedder.embed(['a'], signal)).toMatchObject({ vectors: [[1]] });
    expect(server.requests).toHaveLength(2);
  });

  it('gives up on what stays down, and at once on what is refused', async () => {
    const { embedder, server } = await serve(
      { status: 500 },
      { packages, retry: { firstWaitMs: 1, attempts: 2 } },
    );
    expect(await embedder.embed(['a'], signal)).toMatchObject({
      failure: 'unavailable',
      message: expect.stringMatching(/HTTP 500.*\(2 calls\)/),
    });
    server.follow({ status: 401, body: { error: { message: `no such key: ${key}` } } });
    const refused = await embedder.embed(['a'], signal);
    expect(refused).toMatchObject({ failure: 'rejected' });
    expect(JSON.stringify(refused)).not.toContain(key);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['too few vectors', { vectors: [[1, 2]] }],
    ['vectors of several lengths', { vectors: [[1, 2], [1]] }],
    ['empty vectors', { vectors: [[], []] }],
    ['half a reply', { fault: 'cut' as const }],
    ['a chat completion', 'I would rather talk'],
  ])('takes %s for no reply', async (_, script) => {
    const { embedder } = await serve(script, { packages });
    expect(await embedder.embed(['a', 'b'], signal)).toMatchObject({ failure: 'malformed' });
  });

  it('ends with its caller when the service stalls', async () => {
    const { embedder } = await serve({ fault: 'stall' }, { packages });
    expect(await embedder.embed(['a'], AbortSignal.timeout(50))).toMatchObject({ failure: 'cancelled' });
  });

  it('tells no cost that nobody knows', async () => {
    const uncounted = { vectors: [[1]], usage: { prompt_tokens: 0, total_tokens: 0 } };
    const { embedder } = await serve(uncounted, { packages });
    expect(await embedder.embed(['a'], signal)).toEqual({ vectors: [[1]] });
    const free = await serve(uncounted, { packages, settings: { price: { input: 0, output: 0 } } });
    expect(await free.embedder.embed(['a'], signal)).toEqual({ vectors: [[1]], costUsd: 0 });
  });
});

describe('embedders by their ids', () => {
  const environment = { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key, GEMINI_API_KEY: key };

  it('have listed prices', () => {
    const models = createModels({ environment });
    expect(models.embedder!('openai/text-embedding-3-small').price).toEqual({ input: 0.02, output: 0 });
    expect(models.embedder!('ollama/nomic-embed-text').price).toEqual({ input: 0, output: 0 });
    expect(models.embedder!('google/gemini-embedding-001').price).toEqual({ input: 0.15, output: 0 });
    expect(models.embedder!('openai/text-embedding-3-small')).toBe(
      models.embedder!('openai/text-embedding-3-small'),
    );
  });

  it('are refused for a provider that has none, without a key, and for an unknown provider', () => {
    const models = createModels({ environment });
    expect(() => models.embedder!('anthropic/claude-haiku-4-5')).toThrow(
      expect.objectContaining({ code: 'E_MODEL_UNKNOWN' }),
    );
    expect(() => models.embedder!('mistral/mistral-embed')).toThrow(
      expect.objectContaining({ code: 'E_MODEL_KEY_MISSING' }),
    );
    expect(() => models.embedder!('nobody/nothing')).toThrow(
      expect.objectContaining({ code: 'E_MODEL_UNKNOWN' }),
    );
  });
});

it('a stub embeds by its script', async () => {
  const stub = createStubEmbedder((text) => [text.length], { price: { input: 1, output: 0 } });
  expect(await stub.embed(['a', 'bcd'], signal)).toEqual({
    vectors: [[1], [3]],
    usage: { inputTokens: 20, outputTokens: 0 },
    costUsd: 2e-5,
  });
  expect(stub.calls).toEqual([['a', 'bcd']]);
  const down = createStubEmbedder({ failure: 'unavailable', message: 'down' });
  expect(await down.embed(['a'], signal)).toEqual({ failure: 'unavailable', message: 'down' });
});
