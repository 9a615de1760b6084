/** Dollars with cents, or with as many digits as a smaller amount needs. */
export function printUsd(amount: number): string {
  return amount === 0 || amount >= 0.01 ? `$${amount.toFixed(2)}` : `$${Number(amount.toPrecision(2))}`;
}
