import type { DuckDBConnection } from '@duckdb/node-api';

/** Makes now mean midnight (UTC) of a day on one connection, by temporary macros in the place of DuckDB's functions. */
export async function pinDuckdbClock(connection: DuckDBConnection, day: string): Promise<void> {
  const moment = `TIMESTAMP '${day} 00:00:00'`;
  const zoned = `TIMESTAMPTZ '${day} 00:00:00+00'`;
  const macros = {
    'now()': zoned,
    'get_current_timestamp()': zoned,
    'transaction_timestamp()': zoned,
    'current_localtimestamp()': moment,
    'today()': `DATE '${day}'`,
    'current_date()': `DATE '${day}'`,
    'get_current_time()': "TIMETZ '00:00:00+00'",
    'current_localtime()': "TIME '00:00:00'",
    'age(t)': `system.main.age(${moment}, t), (t, u) AS system.main.age(t, u)`,
  };
  const statements = Object.entries(macros).map(([head, body]) => `CREATE TEMP MACRO ${head} AS ${body}`);
  await connection.run(statements.join('; '));
}
