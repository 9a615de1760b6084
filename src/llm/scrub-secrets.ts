/** The value with `***` wherever one of these secrets stands in a text of it, however deep. */
export function scrubSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  const known = secrets.filter((secret) => secret !== '');
  return known.length === 0 ? value : (scrub(value, known) as Value);
}

function scrub(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), value);
  }
  if (Array.isArray(value)) return value.map((one) => scrub(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [scrub(name, secrets) as string, scrub(one, secrets)]),
  );
}
