import { expect, it } from 'vitest';
import { ask } from './models.fixture.js';
import { createStubModel } from './stub-llm.js';

it('says the same to all, or follows its list and stays at the end', async () => {
  const same = createStubModel('SELECT 1');
  expect([await ask(same), await ask(same)].map((reply) => 'text' in reply && reply.text)).toEqual([
    'SELECT 1',
    'SELECT 1',
  ]);
  const listed = createStubModel(['a', { object: { score: 1 } }, { failure: 'refusal', message: 'no' }]);
  expect(await ask(listed)).toEqual({ text: 'a', usage: { inputTokens: 100, outputTokens: 20 } });
  expect(await ask(listed)).toMatchObject({ text: '{"score":1}', object: { score: 1 } });
  expect(await ask(listed)).toEqual({ failure: 'refusal', message: 'no' });
  expect(await ask(listed)).toEqual({ failure: 'refusal', message: 'no' });
});

it('answers what it is asked, remembers it, and costs what it is said to', async () => {
  const llm = createStubModel(({ prompt }, index) => `${index}: ${prompt}`, {
    model: 'stub/dear',
    price: { input: 1, output: 10 },
  });
  await ask(llm);
  expect(await ask(llm, { prompt: 'Who?' })).toMatchObject({ text: '1: Who?', costUsd: 0.0003 });
  expect(llm.requests.map(({ prompt }) => prompt)).toEqual(['How many?', 'Who?']);
  expect(llm.model).toBe('stub/dear');
});

it('is not asked any more once it is too late', async () => {
  const llm = createStubModel('a');
  expect(await ask(llm, { signal: AbortSignal.abort() })).toMatchObject({ failure: 'cancelled' });
  expect(llm.requests).toEqual([]);
});
