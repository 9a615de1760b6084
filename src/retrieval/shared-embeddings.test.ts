import { expect, test } from 'vitest';
import type { Embeddings, LlmFailure } from '../types/index.js';
import { questionEmbeddings, sharedEmbeddings } from './shared-embeddings.js';

const vectors = { vectors: [[1]], costUsd: 2 };
const { signal } = new AbortController();

test('who asks first pays, and the others wait for the same vectors', async () => {
  let calls = 0;
  const shared = sharedEmbeddings(async () => {
    calls += 1;
    return vectors;
  });
  expect(await Promise.all([shared(signal), shared(signal)])).toEqual([vectors, { vectors: [[1]] }]);
  expect(await shared(signal)).toEqual({ vectors: [[1]] });
  expect(calls).toBe(1);
});

test('a failure is not kept, and told to all who waited for it', async () => {
  const replies: (Embeddings | LlmFailure)[] = [
    { failure: 'unavailable', message: 'down', costUsd: 1 },
    vectors,
  ];
  const shared = sharedEmbeddings(async () => replies.shift()!);
  expect(await Promise.all([shared(signal), shared(signal)])).toEqual([
    { failure: 'unavailable', message: 'down', costUsd: 1 },
    { failure: 'unavailable', message: 'down' },
  ]);
  expect(await shared(signal)).toEqual(vectors);
});

test('the end of who asked first is not the end of the others', async () => {
  const first = new AbortController();
  const shared = sharedEmbeddings(
    (own) =>
      new Promise((resolve) => {
        if (own !== first.signal) resolve(vectors);
        own.addEventListener('abort', () => resolve({ failure: 'cancelled', message: 'it was cancelled' }));
      }),
  );
  const both = Promise.all([shared(first.signal), shared(signal)]);
  first.abort();
  expect(await both).toEqual([{ failure: 'cancelled', message: 'it was cancelled' }, vectors]);
});

test('a question is embedded once', async () => {
  const asked: string[] = [];
  const embed = questionEmbeddings({
    model: 'm',
    price: null,
    embed: async ([text]) => {
      asked.push(text!);
      return vectors;
    },
  });
  for (const question of ['a', 'b', 'a']) await embed(question, signal);
  expect(asked).toEqual(['a', 'b']);
});
