import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform } from '../src/platforms/index.js';
import { compareQueries } from '../src/pushdown/index.js';
import type { DatasourceConfig, Platform, QueryRunner } from '../src/types/index.js';

const rows = 1_000_000;
const rounds = 5;
const tables = { gold: 'sqlassay_bench_gold', answer: 'sqlassay_bench_answer' };
const columns = ['id', 'customer', 'amount', 'share', 'day_of'];

/** How an engine makes a million rows `i`, and one of each type from it. */
const sources = {
  duckdb: {
    from: `range(${rows}) t(i)`,
    select: `i as id, 'customer ' || i % 50000 as customer, cast(i % 997 as decimal(12, 2)) / 4 as amount, i / 7.0 as share, date '2024-01-01' + cast(i % 700 as integer) as day_of`,
  },
  sqlite: {
    from: `(with recursive t(i) as (select 0 union all select i + 1 from t where i < ${rows - 1}) select i from t)`,
    select: `i as id, 'customer ' || i % 50000 as customer, i % 997 / 4.0 as amount, i / 7.0 as share, date('2024-01-01', (i % 700) || ' days') as day_of`,
  },
  postgres: {
    from: `generate_series(0, ${rows - 1}) t(i)`,
    select: `i as id, 'customer ' || i % 50000 as customer, (i % 997)::numeric(12, 2) / 4 as amount, i / 7.0::float8 as share, date '2024-01-01' + i % 700 as day_of`,
  },
} as const;

type Engine = keyof typeof sources;

/** Both tables; one amount of the answer is another. */
function script(engine: Engine): string {
  const { from, select } = sources[engine];
  return [
    `create table ${tables.gold} as select ${select} from ${from};`,
    `create table ${tables.answer} as select id, customer, case when id = 777777 then amount + 1 else amount end as amount, share, day_of from ${tables.gold};`,
  ].join('\n');
}

const list = columns.join(', ');

/** What a careful person would write: a signed count, and a full join on a key that is checked to be unique. */
const byHand = {
  bag: [
    `select ${list}, sum(w) d from (select ${list}, 1 w from ${tables.gold} union all select ${list}, -1 w from ${tables.answer}) u group by ${list} having sum(w) <> 0 limit 21`,
  ],
  keyed: [
    ...Object.values(tables).map((table) => `select count(*), count(distinct id) from ${table}`),
    `select * from ${tables.gold} g full join ${tables.answer} p on g.id = p.id
     where g.id is null or p.id is null or ${columns
       .slice(1)
       .map(
         (name) =>
           `case when g.${name} = p.${name} or (g.${name} is null and p.${name} is null) then 0 else 1 end = 1`,
       )
       .join(' or ')} limit 21`,
  ],
};

/** SQLite's own FULL JOIN takes no index. */
const keyedWithoutFullJoin = byHand.keyed.map((sql) =>
  sql.includes('full join')
    ? `${sql.replace('full join', 'left join').replace(' limit 21', '')} union all select g.*, p.* from ${tables.answer} p left join ${tables.gold} g on g.id = p.id where g.id is null limit 21`
    : sql,
);

/**
 * A million rows of five columns on each side, one of them changed: the comparison inside the database over the query a
 * person would write for it, in turns in one run; the least time of each. The memory is this process's, the client's.
 */
export async function pushdownRatios(): Promise<Record<string, number | null>> {
  const url = process.env.SQLASSAY_TEST_POSTGRES;
  const figures: Record<string, number | null> = {};
  for (const engine of ['duckdb', 'sqlite'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'pushdown-'));
    const path = join(folder, 'tables.sql');
    writeFileSync(path, script(engine));
    try {
      Object.assign(figures, await measure(engine, { kind: engine, scripts: [path] }));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  if (url === undefined || url === '')
    Object.assign(figures, { pushdown_ratio_postgres: null, keyed_ratio_postgres: null });
  else
    Object.assign(
      figures,
      await withPostgresTables(url, () =>
        measure('postgres', { kind: 'postgres', url, allowPrivileged: true }),
      ),
    );
  return { ...figures, pushdown_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024) };
}

async function withPostgresTables<T>(url: string, work: () => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  const client = new pg.Client(url);
  await client.connect();
  const drop = `drop table if exists ${tables.gold}, ${tables.answer}`;
  try {
    await client.query(drop);
    await client.query(`${script('postgres')} analyze ${tables.gold}; analyze ${tables.answer};`);
    return await work();
  } finally {
    await client.query(drop);
    await client.end();
  }
}

async function measure(engine: Engine, datasource: DatasourceConfig): Promise<Record<string, number>> {
  const platform = openPlatform(datasource, {
    limits: { rows: 100_000, bytes: 256_000_000, memoryBytes: 4_000_000_000 },
    concurrency: { cases: 1, sessions: 1, children: 1, modelCalls: 1 },
  });
  try {
    return {
      [`pushdown_ratio_${engine}`]: await ratio(platform, byHand.bag, []),
      [`keyed_ratio_${engine}`]: await ratio(
        platform,
        engine === 'sqlite' ? keyedWithoutFullJoin : byHand.keyed,
        ['id'],
      ),
    };
  } finally {
    await platform.close();
  }
}

async function ratio(
  platform: Platform,
  hand: readonly string[],
  matchKey: readonly string[],
): Promise<number> {
  const queries = runner(platform);
  const [ours, theirs]: [number[], number[]] = [[], []];
  // The first round warms the database up.
  for (let round = 0; round <= rounds; round++) {
    const pushed = await timed(async () => {
      const { outcome, diff } = await compare(queries, matchKey);
      if (outcome !== 'different' || diff?.missing !== 1)
        throw new Error(`one changed row compares as ${outcome}`);
    });
    const written = await timed(async () => {
      for (const sql of hand) {
        const result = await queries.run(sql);
        if (result.kind === 'error') throw new Error(result.message);
      }
    });
    if (round === 0) continue;
    ours.push(pushed);
    theirs.push(written);
  }
  return Math.round((Math.min(...ours) / Math.min(...theirs)) * 100) / 100;
}

async function compare(queries: QueryRunner, matchKey: readonly string[]) {
  const described = async (table: string) => {
    const sql = `select ${list} from ${table}`;
    const found = await queries.describe(sql);
    if ('code' in found) throw new Error(found.message);
    return { sql, columns: found };
  };
  return compareQueries(queries, await described(tables.gold), await described(tables.answer), {
    columnOrder: 'ignore',
    nullEquality: 'equal',
    tolerance: { absolute: 1e-9, relative: 1e-9 },
    matchKey,
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function runner(platform: Platform): QueryRunner {
  const limits = {
    timeoutMs: 300_000,
    maxRows: 100_000,
    maxBytes: 256_000_000,
    signal: new AbortController().signal,
  };
  const session = <T>(work: (open: Awaited<ReturnType<Platform['open']>>) => Promise<T>): Promise<T> =>
    platform.open().then((open) => work(open).finally(() => open.release()));
  return {
    modelSql: null,
    dialect: platform.dialect,
    run: (sql) => session((open) => open.execute(sql, limits)),
    describe: (sql) => session((open) => open.describe(sql)),
    scalar: () => Promise.reject(new Error('not measured')),
    resolvedSchema: async (base) => base,
  };
}
