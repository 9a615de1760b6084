import type { ModelPrice } from '../types/index.js';

/** When the table was last gone through. Providers change prices without notice: what matters is to be checked there. */
export const pricesAsOf = '2026-12-01';

const price = (input: number, output: number): ModelPrice => ({ input, output });

/**
 * US dollars for a million tokens, as the providers list them for plain calls with short prompts: no batch, no priority,
 * cached input at its full price. Where a provider asks more for long prompts, a call with one costs more than this.
 *
 * Sources: developers.openai.com/api/docs/pricing, platform.claude.com/docs/en/about-claude/pricing and
 * ai.google.dev/gemini-api/docs/pricing, partly as quoted by others in the autumn of 2026. Of prices with an end date the
 * later one stands here.
 */
export const modelPrices: Readonly<Record<string, ModelPrice>> = {
  'openai/gpt-6-astra': price(10, 50),
  'openai/gpt-6.1-sol': price(2, 10),
  'openai/gpt-6.1-terra': price(1, 5),
  'openai/gpt-6-sol': price(2, 10),
  'openai/gpt-6-luna': price(0.1, 0.5),
  'openai/gpt-5.6-sol': price(4, 20),
  'openai/gpt-5.6-terra': price(2, 12),
  'openai/gpt-5.6-luna': price(0.2, 1.2),
  'openai/gpt-5.5': price(5, 30),
  'openai/gpt-5.4': price(2.5, 15),
  'openai/gpt-5.4-mini': price(0.75, 4.5),
  'openai/gpt-5.4-nano': price(0.2, 1.25),
  'openai/gpt-5.2': price(1.75, 14),
  'openai/gpt-5.1': price(1.25, 10),
  'openai/gpt-5': price(1.25, 10),
  'openai/gpt-5-mini': price(0.25, 2),
  'openai/gpt-5-nano': price(0.05, 0.4),
  'openai/gpt-4.1': price(2, 8),
  'openai/gpt-4.1-mini': price(0.4, 1.6),
  'openai/gpt-4.1-nano': price(0.1, 0.4),
  'openai/gpt-4o': price(2.5, 10),
  'openai/gpt-4o-mini': price(0.15, 0.6),
  'openai/text-embedding-3-small': price(0.02, 0),
  'openai/text-embedding-3-large': price(0.13, 0),
  'openai/text-embedding-ada-002': price(0.1, 0),
  'anthropic/claude-fable-5-1': price(10, 50),
  'anthropic/claude-fable-5': price(10, 50),
  'anthropic/claude-opus-5-5': price(4, 20),
  'anthropic/claude-opus-5': price(5, 25),
  'anthropic/claude-opus-4-8': price(5, 25),
  'anthropic/claude-opus-4-7': price(5, 25),
  'anthropic/claude-opus-4-6': price(5, 25),
  'anthropic/claude-opus-4-5': price(5, 25),
  'anthropic/claude-opus-4-1': price(15, 75),
  'anthropic/claude-sonnet-5-5': price(2, 10),
  'anthropic/claude-sonnet-5': price(2, 10),
  'anthropic/claude-sonnet-4-6': price(3, 15),
  'anthropic/claude-sonnet-4-5': price(3, 15),
  'anthropic/claude-haiku-5-5': price(0.1, 0.5),
  'anthropic/claude-haiku-4-5': price(1, 5),
  'google/gemini-3.8-flash': price(1.5, 7.5),
  'google/gemini-3.7-flash': price(1.5, 7.5),
  'google/gemini-3.6-flash': price(1.5, 7.5),
  'google/gemini-embedding-001': price(0.15, 0),
  'google/gemini-2.5-pro': price(1.25, 10),
  'google/gemini-2.5-flash': price(0.3, 2.5),
  'google/gemini-2.5-flash-lite': price(0.1, 0.4),
};

/** The price of a model by its id, a dated snapshot (`-2026-03-05`, `-20260305`) at its model's; null where it is not known. */
export function listedPrice(id: string): ModelPrice | null {
  for (const name of [id, id.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')]) {
    if (Object.hasOwn(modelPrices, name)) return modelPrices[name]!;
  }
  return null;
}

/** US dollars of so many tokens. */
export function costOf(
  price: ModelPrice,
  usage: { readonly inputTokens: number; readonly outputTokens: number },
): number {
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1e6;
}
