import type { Embedder, Embeddings, LlmFailure, LlmSpent } from '../types/index.js';
import { words } from './terms.js';

/** How near each of some texts is to a question, from 0 (the furthest of them) to 1 (the nearest), by the texts' ids. */
export type Nearness =
  | { readonly kind: 'near'; readonly scores: ReadonlyMap<string, number>; readonly spent: LlmSpent }
  | { readonly kind: 'failed'; readonly failure: LlmFailure };

export interface EmbeddingIndex {
  near(question: string, signal: AbortSignal): Promise<Nearness>;
}

/** Texts of one call: services cap how many they take. */
const batchSize = 100;

/** Embeds the texts when they are first asked for; a failure is not kept. */
export function createEmbeddingIndex(texts: ReadonlyMap<string, string>, embedder: Embedder): EmbeddingIndex {
  let embedded: Promise<Embeddings | LlmFailure> | undefined;
  return {
    async near(question, signal) {
      const asking = embedder.embed([question], signal);
      const first = embedded === undefined;
      embedded ??= embedAll([...texts.values()], embedder, signal);
      const [asked, known] = await Promise.all([asking, embedded]);
      if ('failure' in known) embedded = undefined;
      const failure = 'failure' in asked ? asked : 'failure' in known ? known : null;
      if (failure !== null) return { kind: 'failed', failure };
      const [vector = []] = (asked as Embeddings).vectors;
      const cosines = (known as Embeddings).vectors.map((other) => cosine(vector, other));
      return {
        kind: 'near',
        scores: spread(new Map([...texts.keys()].map((id, index) => [id, cosines[index] ?? 0]))),
        spent: first ? addSpent(asked, known) : addSpent(asked),
      };
    },
  };
}

/** The sum of what several calls used up. */
export function addSpent(...calls: readonly LlmSpent[]): LlmSpent {
  const usages = calls.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  const costs = calls.flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]));
  return {
    ...(usages.length === 0
      ? {}
      : {
          usage: {
            inputTokens: usages.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
            outputTokens: usages.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
          },
        }),
    ...(costs.length === 0 ? {} : { costUsd: costs.reduce((sum, cost) => sum + cost, 0) }),
  };
}

/** A name as a sentence, which is what models that embed were trained on. */
export function spoken(name: string): string {
  return words(name).join(' ');
}

async function embedAll(
  texts: readonly string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Embeddings | LlmFailure> {
  const vectors: (readonly number[])[] = [];
  let spent: LlmSpent = {};
  for (let start = 0; start < texts.length; start += batchSize) {
    const batch = texts.slice(start, start + batchSize);
    const one = await embedder.embed(batch, signal);
    spent = addSpent(spent, one);
    if ('failure' in one) return { ...one, ...spent };
    if (one.vectors.length !== batch.length) {
      const message = `${one.vectors.length} vectors came back for ${batch.length} texts`;
      return { failure: 'malformed', message, ...spent };
    }
    vectors.push(...one.vectors);
  }
  return { vectors, ...spent };
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const length = Math.sqrt(dot(one, one) * dot(other, other));
  return length === 0 ? 0 : dot(one, other) / length;
}

/** Cosines of one model lie in a narrow band of their own, so only their place in it can be compared with other scores. */
function spread(scores: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = [...scores.values()];
  const least = all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return new Map(
    [...scores].map(([id, score]) => [id, most === least ? 1 : (score - least) / (most - least)]),
  );
}
