const order = ['bom', 'think', 'fence', 'prefix', 'prose', 'comment', 'semicolon'];

/** What was cleaned away, always in one order. */
export function orderCleaned(cleaned: ReadonlySet<string>): readonly string[] {
  return order.filter((one) => cleaned.has(one));
}
