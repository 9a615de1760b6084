import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What queries could have changed on a PostgreSQL server: seen by its administrator, and in a session of the reader. */
export async function lookAtPostgres(readerUrl: string, mark: string): Promise<unknown> {
  const reader = new URL(readerUrl);
  const admin = new URL(process.env.SQLASSAY_TEST_POSTGRES!);
  const user = decodeURIComponent(reader.username);
  admin.pathname = reader.pathname;
  return {
    data: await ask(admin, "select md5(string_agg(t::text, ',' order by id)) from t"),
    sequences: await ask(admin, 'select sequencename, last_value from pg_sequences'),
    relations: await ask(
      admin,
      "select relname from pg_class where relnamespace = 'public'::regnamespace order by 1",
    ),
    functions: await ask(
      admin,
      "select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1",
    ),
    temporary: await ask(admin, "select count(*) from pg_class where relpersistence = 't'"),
    rights: await ask(admin, "select relname, relacl::text from pg_class where relname in ('t', 's')"),
    largeObjects: await ask(admin, 'select count(*) from pg_largeobject_metadata'),
    roles: await ask(admin, `select * from pg_roles where rolname = '${user}'`),
    slots: await ask(admin, 'select slot_name from pg_replication_slots'),
    extensions: await ask(admin, 'select extname from pg_extension'),
    locks: await ask(admin, "select count(*) from pg_locks where locktype = 'advisory'"),
    settings: await ask(
      reader,
      "select name, setting from pg_settings where source <> 'override' order by 1",
    ),
    isOneConnectionOrLess: await settled(admin, user),
    files: [tmpdir(), '/'].flatMap((place) => readdirSync(place).filter((name) => name.includes(mark))),
  };
}

/** A session that was ended takes the server a moment. */
async function settled(admin: URL, user: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    const [[count] = []] = await ask(
      admin,
      `select count(*)::int from pg_stat_activity where usename = '${user}'`,
    );
    if (Number(count) <= 1) return true;
    await sleep(100);
  }
  return false;
}

async function ask(url: URL, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: String(url) });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows as unknown[][];
  } finally {
    await client.end();
  }
}
