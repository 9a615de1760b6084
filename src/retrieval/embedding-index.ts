import { addSpent } from '../llm/index.js';
import type { Embedder, Embeddings, LlmFailure, LlmSpent } from '../types/index.js';
import { sharedEmbeddings } from './shared-embeddings.js';
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

/** Embeds the texts when they are first asked for. */
export function createEmbeddingIndex(
  texts: ReadonlyMap<string, string>,
  embedder: Embedder,
  embedQuestion: (question: string, signal: AbortSignal) => Promise<Embeddings | LlmFailure>,
): EmbeddingIndex {
  const embedTexts = sharedEmbeddings((signal) => embedAll([...texts.values()], embedder, signal));
  return {
    async near(question, signal) {
      const [asked, known] = await Promise.all([embedQuestion(question, signal), embedTexts(signal)]);
      if ('failure' in asked) return { kind: 'failed', failure: asked };
      if ('failure' in known) return { kind: 'failed', failure: known };
      const [vector = []] = asked.vectors;
      if (known.vectors.some(({ length }) => length !== vector.length)) {
        const message = 'the vectors of the question and of the schema are of several lengths';
        return { kind: 'failed', failure: { failure: 'malformed', message } };
      }
      const cosines = known.vectors.map((other) => cosine(vector, other));
      return {
        kind: 'near',
        scores: spread(new Map([...texts.keys()].map((id, index) => [id, cosines[index] ?? 0]))),
        spent: addSpent(asked, known),
      };
    },
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
    a.reduce((sum, value, index) => sum + value * b[index]!, 0);
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
