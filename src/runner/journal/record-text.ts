/**
 * JSON for records that hold exact values: big integers, bytes and the doubles that JSON has no words for are tagged,
 * everything else is plain JSON.
 */
export function recordText(record: unknown): string {
  return JSON.stringify(record, tag);
}

export function parseRecord(text: string): unknown {
  return JSON.parse(text, untag);
}

function tag(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $int: String(value) };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('hex') };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    return { $double: Object.is(value, -0) ? '-0' : String(value) };
  }
  return value;
}

function untag(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  if (keys.length !== 1 || !keys[0]!.startsWith('$')) return value;
  const { $int, $bytes, $double } = value as Record<string, unknown>;
  if (typeof $int === 'string' && /^-?\d+$/.test($int)) return BigInt($int);
  if (typeof $bytes === 'string' && /^([0-9a-f]{2})*$/.test($bytes)) {
    return new Uint8Array(Buffer.from($bytes, 'hex'));
  }
  if (typeof $double === 'string' && /^(-0|NaN|-?Infinity)$/.test($double)) return Number($double);
  return value;
}
