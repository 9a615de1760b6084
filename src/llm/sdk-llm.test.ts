import { describe, expect, it } from 'vitest';
import type { OpenAiReply } from '../../test/servers/openai-server.js';
import { ask, key, sdkVersions, serve } from './models.fixture.js';

const schema = {
  type: 'object',
  properties: { reason: { type: 'string' }, score: { type: 'number' } },
  required: ['reason', 'score'],
  additionalProperties: false,
} as const;

describe.each(sdkVersions)('through version $version of the AI SDK', ({ packages }) => {
  it('brings back a text, its tokens and their price', async () => {
    const { llm, server } = await serve('SELECT 1', { packages });
    expect(await ask(llm, { system: 'You write SQL.', temperature: 0, maxOutputTokens: 50 })).toEqual({
      text: 'SELECT 1',
      usage: { inputTokens: 100, outputTokens: 20 },
      costUsd: 0.0003,
    });
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/chat/completions');
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.body).toMatchObject({ model: 'tiny', temperature: 0, max_tokens: 50 });
    expect(request?.body.messages).toEqual([
      { role: 'system', content: 'You write SQL.' },
      { role: 'user', content: 'How many?' },
    ]);
  });

  it('leaves the temperature to the provider when it is null', async () => {
    const { llm, server } = await serve('SELECT 1', { packages });
    await ask(llm, { temperature: null });
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
  });

  it('asks for a structured reply by its schema', async () => {
    const object = { reason: 'same rows', score: 1 };
    const { llm, server } = await serve({ object }, { packages });
    expect(await ask(llm, { schema })).toMatchObject({ object, text: JSON.stringify(object) });
    expect(server.requests[0]?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema },
    });
  });

  it('passes on the text of a service that was asked for an object and wrote prose', async () => {
    const { llm } = await serve('I would say score: 0.8', { packages });
    const reply = await ask(llm, { schema });
    expect(reply).toMatchObject({ text: 'I would say score: 0.8' });
    expect(reply).not.toHaveProperty('object');
  });

  it.each<[string, OpenAiReply, object]>([
    ['a refusal', { refusal: 'I will not.' }, { failure: 'refusal', message: 'I will not.' }],
    ['a content filter', { text: '', finishReason: 'content_filter' }, { failure: 'refusal' }],
    ['the limit of tokens', { text: '{"score": 0.', finishReason: 'length' }, { failure: 'truncated' }],
    ['an empty reply', { text: '  ' }, { failure: 'malformed', message: 'the reply is empty' }],
  ])('tells %s from a reply, and what it cost', async (_, reply, failure) => {
    const { llm, server } = await serve(reply, { packages });
    expect(await ask(llm, { schema })).toMatchObject({ ...failure, costUsd: 0.0003 });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, OpenAiReply]>([
    ['JSON that is cut off', { fault: 'cut' }],
    ['no JSON', { status: 200, body: '<html>Sign in</html>' }],
    ['JSON of something else', { status: 200, body: { hello: 'world' } }],
    ['no choices', { status: 200, body: { id: 'x', created: 0, model: 'm', choices: [] } }],
    ['a stream that nobody asked for', { status: 200, body: 'data: {"choices":[]}\n\ndata: [DONE]\n\n' }],
  ])('calls %s malformed, and does not ask again', async (_, reply) => {
    const { llm, server } = await serve(reply, { packages });
    expect(await ask(llm)).toMatchObject({ failure: 'malformed' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 422])('does not repeat a request that is rejected with %i', async (status) => {
    const { llm, server } = await serve(
      { status, body: { error: { message: `key ${key} is not known`, type: 'x' } } },
      { packages },
    );
    expect(await ask(llm)).toEqual({
      failure: 'rejected',
      message: `HTTP ${status}: key *** is not known`,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([429, 500, 503])('asks again after %i', async (status) => {
    const { llm, server } = await serve(
      [{ status }, { status, headers: { 'retry-after': '0' } }, 'SELECT 1'],
      {
        packages,
      },
    );
    expect(await ask(llm)).toMatchObject({ text: 'SELECT 1' });
    expect(server.requests).toHaveLength(3);
  });

  it('gives up in the end', async () => {
    const { llm, server } = await serve({ status: 429 }, { packages });
    expect(await ask(llm)).toEqual({ failure: 'rate_limited', message: 'HTTP 429: status 429 (4 calls)' });
    expect(server.requests).toHaveLength(4);
    server.follow({ fault: 'hang_up' });
    expect(await ask(llm)).toMatchObject({ failure: 'unavailable' });
    expect(server.requests).toHaveLength(8);
  });

  it.each([
    ['seconds', '0'],
    ['a date', 'Tue, 01 Dec 2020 00:00:00 GMT'],
  ])('asks again when it is told to, in %s, and not when it would by itself', async (_, moment) => {
    const { llm, server } = await serve([{ status: 429, headers: { 'retry-after': moment } }, 'SELECT 1'], {
      packages,
      retry: { firstWaitMs: 3_600_000 },
    });
    expect(await ask(llm)).toMatchObject({ text: 'SELECT 1' });
    expect(server.requests).toHaveLength(2);
  });

  it('does not begin a wait that is longer than its time', async () => {
    const { llm, server } = await serve({ status: 429, headers: { 'retry-after': '3600' } }, { packages });
    const result = await ask(llm);
    expect(result).toMatchObject({ failure: 'rate_limited' });
    expect(result).toHaveProperty('message', expect.stringContaining('in 3600 s'));
    expect(server.requests).toHaveLength(1);
  });

  it.each(['stall', 'half'] as const)('ends a call that %ss when its time is over', async (fault) => {
    const { llm } = await serve({ fault }, { packages });
    expect(await ask(llm, { timeoutMs: 150 })).toEqual({
      failure: 'timeout',
      message: 'no reply within 0.15 s',
    });
  });

  it('ends a call, and a wait before the next one, with the caller’s signal', async () => {
    const { llm, server } = await serve(
      [{ fault: 'stall' }, { status: 503, headers: { 'retry-after': '60' } }],
      { packages },
    );
    for (const calls of [1, 2]) {
      const caller = new AbortController();
      const asked = ask(llm, { signal: caller.signal });
      while (server.requests.length < calls) await new Promise((resolve) => setTimeout(resolve, 5));
      caller.abort();
      expect(await asked).toEqual({ failure: 'cancelled', message: 'it was cancelled' });
    }
    expect(await ask(llm, { signal: AbortSignal.abort() })).toMatchObject({ failure: 'cancelled' });
    expect(server.requests).toHaveLength(2);
  });

  it('does without what the service does not take, and remembers', async () => {
    const { llm, server } = await serve(
      ({ body }) => {
        if (body.temperature !== undefined) return rejected('temperature does not support 0 with this model');
        return body.response_format === undefined ? '{"score": 1}' : rejected('unknown response_format');
      },
      { packages },
    );
    const asked = { schema, temperature: 0 };
    expect(await ask(llm, asked)).toMatchObject({ object: { score: 1 } });
    expect(server.requests).toHaveLength(3);
    expect(await ask(llm, asked)).toMatchObject({ object: { score: 1 } });
    expect(server.requests).toHaveLength(4);
  });
});

function rejected(message: string): OpenAiReply {
  return { status: 400, body: { error: { message, type: 'invalid_request_error' } } };
}

it('does not repeat a request that is beyond what was paid for', async () => {
  const { llm, server } = await serve({
    status: 429,
    body: { error: { message: 'You exceeded your quota', code: 'insufficient_quota', type: 'x' } },
  });
  expect(await ask(llm)).toMatchObject({ failure: 'rejected' });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['none', null],
  ['negative', { prompt_tokens: -5, completion_tokens: 3 }],
  ['not whole', { prompt_tokens: 1.5, completion_tokens: 3 }],
  ['half of it', { prompt_tokens: 10 }],
])('does not make up a price of usage that is %s', async (_, usage) => {
  const { llm } = await serve({ text: 'SELECT 1', usage });
  expect(await ask(llm)).toEqual({ text: 'SELECT 1' });
});

it('says no price where none is known', async () => {
  const { llm } = await serve('SELECT 1', { settings: { price: undefined! } });
  expect(llm.price).toBeNull();
  expect(await ask(llm)).toEqual({ text: 'SELECT 1', usage: { inputTokens: 100, outputTokens: 20 } });
});

it('never shows the key, whatever the service repeats', async () => {
  const { llm, server } = await serve({ text: `you sent ${key}` });
  const seen = [await ask(llm)];
  for (const reply of [
    { object: { [key]: [key] } },
    { refusal: key },
    { status: 500, body: { error: { message: key, type: key } } },
    { status: 400, body: key },
    { status: 200, body: key },
  ]) {
    server.follow(reply);
    seen.push(await ask(llm, { schema: { type: 'object' } }));
  }
  expect(seen).toHaveLength(6);
  expect(JSON.stringify([seen, llm])).not.toContain(key);
});

it('makes only so many calls at the same time', async () => {
  const now = { running: 0, most: 0 };
  let free: Promise<unknown> = Promise.resolve();
  const { llm } = await serve(
    async () => {
      now.running += 1;
      now.most = Math.max(now.most, now.running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      now.running -= 1;
      return 'SELECT 1';
    },
    {
      limit: (work) => {
        const mine = free.then(work);
        free = mine;
        return mine;
      },
    },
  );
  await Promise.all([ask(llm), ask(llm), ask(llm)]);
  expect(now.most).toBe(1);
});
