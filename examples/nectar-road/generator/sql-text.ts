/** A value of a generated row: text, a whole number, a yes or no, NULL, or an exact decimal. */
export type Value = string | number | boolean | null | Decimal;

/** Whole hundredths, thousandths and so on: money never passes through a floating-point number. */
export interface Decimal {
  readonly units: number;
  readonly scale: number;
}

export function decimal(units: number, scale: number): Decimal {
  return { units, scale };
}

function literal(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') return String(value);
  const digits = String(value.units).padStart(value.scale + 1, '0');
  return `${digits.slice(0, -value.scale)}.${digits.slice(-value.scale)}`;
}

/** One INSERT of many rows, one row a line. */
export function insert(table: string, rows: readonly (readonly Value[])[]): string {
  const lines = rows.map((row) => `(${row.map(literal).join(',')})`);
  return `INSERT INTO ${table} VALUES\n${lines.join(',\n')};\n`;
}
