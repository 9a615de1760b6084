import { type Models, type ModelUse, SqlassayError } from '../../types/index.js';

/**
 * Before the first call of a run with a cap on its cost: every model that is known to be used has a price.
 *
 * @throws SqlassayError E_COST_CAP for a cap that is no amount, E_COST_PRICE for models without a price
 */
export function requirePrices(
  capUsd: number | undefined,
  used: readonly (ModelUse | string)[],
  models: Models,
): void {
  if (capUsd === undefined) return;
  if (!Number.isFinite(capUsd) || capUsd <= 0) {
    throw new SqlassayError('E_COST_CAP', {
      what: `A run cannot be capped at ${capUsd} dollars`,
      where: 'maxCostUsd',
      advice: 'Give an amount above 0, such as 2.50.',
    });
  }
  const unpriced = used.filter((use) => priceOf(use, models) === null).map(idOf);
  if (unpriced.length === 0) return;
  const names = [...new Set(unpriced)].join(', ');
  throw new SqlassayError('E_COST_PRICE', {
    what: `No price is known for ${names}, so that a cap on the cost cannot be kept`,
    where: 'settings.models',
    advice:
      'Give each a `price` with `input` and `output` in dollars for a million tokens, or run without a cap.',
  });
}

function priceOf(use: ModelUse | string, models: Models): ModelUse['price'] {
  return typeof use === 'string' ? models.get(use).price : use.price;
}

function idOf(use: ModelUse | string): string {
  return typeof use === 'string' ? use : use.model;
}
