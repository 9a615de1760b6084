import type { SqliteDatabase, SqliteValue } from './sqlite-driver.js';

const mostRemembered = 10_000;

/** SQLite's date functions, by the place of their first time value; what is left out there means now. */
const dateFunctions = { date: 0, time: 0, datetime: 0, julianday: 0, unixepoch: 0, strftime: 1 } as const;

/**
 * Makes now mean midnight (UTC) of a day, by functions in the place of SQLite's own that pass every call on to `clock`
 * with that moment written out.
 */
export function pinSqliteClock(database: SqliteDatabase, clock: SqliteDatabase, day: string): void {
  const moment = `${day} 00:00:00`;
  const known = new Map<string, SqliteValue>();
  const ask = (name: string, values: readonly SqliteValue[]): SqliteValue => {
    const sql = `select ${name}(${values.map(literal).join(', ')})`;
    let value = known.get(sql);
    if (value === undefined) {
      value = clock.trusted(sql)[0]![0]!;
      if (known.size >= mostRemembered) known.clear();
      known.set(sql, value);
    }
    return value;
  };
  const pinned = (value: SqliteValue): SqliteValue =>
    typeof value === 'string' && value.toLowerCase() === 'now' ? moment : value;
  for (const [name, place] of Object.entries(dateFunctions)) {
    database.defineFunction(name, (values) =>
      ask(
        name,
        values.length <= place
          ? [...values, moment]
          : values.map((value, at) => (at === place ? pinned(value) : value)),
      ),
    );
  }
  database.defineFunction('timediff', (values) => ask('timediff', values.map(pinned)));
  database.defineFunction('current_date', () => day);
  database.defineFunction('current_time', () => '00:00:00');
  database.defineFunction('current_timestamp', () => moment);
}

function literal(value: SqliteValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''").replaceAll('\0', '')}'`;
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  if (typeof value === 'number' && !Number.isFinite(value)) return value > 0 ? '9e999' : '-9e999';
  return String(value);
}
