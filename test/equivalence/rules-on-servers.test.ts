import { afterEach, describe, expect, test } from 'vitest';
import { catalogFromDdl } from '../../src/catalog/index.js';
import { PlanEquivalence } from '../../src/equivalence/index.js';
import { readRulePairs, schema } from './rule-fixtures.js';
import { type RuleServer, ruleServers, type ServerRows } from './rule-servers.js';
import { smallDatabases } from './small-databases.js';

const pairs = readRulePairs().filter(({ dialect }) => dialect === null);
const databases = smallDatabases(8, false);

/** Sums, counts and divisions have other types here than in the engines that have no server; so do these columns. */
const schemas = {
  INTEGER: schema,
  BIGINT: withTypeOfValues('BIGINT'),
  'NUMERIC(8, 2)': withTypeOfValues('NUMERIC(8, 2)'),
} as const;

function withTypeOfValues(type: string): string {
  return schema.replace(/\b([abnxy]) INTEGER/g, `$1 ${type}`);
}

type Around = (sql: string, isNumber: readonly boolean[], text: string) => string | null;

const bare: Around = (sql) => sql;

/** Shows the types of columns: what their halves are, and what they are as texts. */
const revealed: Around = (sql, isNumber, text) => {
  const shown = isNumber.map((number, at) => `${number ? `v${at} / 2, ` : ''}CAST(v${at} AS ${text})`);
  return `WITH revealed(${namesOf(isNumber)}) AS (${sql}) SELECT ${shown.join(', ')} FROM revealed`;
};

/** The sum of numbers has another type where they are sums or counts than where they are not. */
const summed: Around = (sql, isNumber) => {
  const sums = isNumber.flatMap((number, at) => (number ? [`SUM(v${at}) / 2`] : []));
  if (sums.length === 0) return null;
  return `WITH summed(${namesOf(isNumber)}) AS (${sql}) SELECT ${sums.join(', ')} FROM summed`;
};

function namesOf(columns: readonly unknown[]): string {
  return columns.map((_, at) => `v${at}`).join(', ');
}

interface Claim {
  readonly rule: string;
  readonly gold: string;
  readonly candidate: string;
}

async function claimsOf(server: RuleServer, ddl: string, dialect: string, text: string): Promise<Claim[]> {
  const { catalog } = catalogFromDdl(ddl, dialect);
  const claims: Claim[] = [];
  for (const { rule, gold, candidate } of pairs) {
    const shape = await server.inDatabase([], () => server.execute(gold));
    for (const around of shape === null ? [] : [bare, revealed, summed]) {
      const [one, other] = [gold, candidate].map((sql) => around(sql, shape!.isNumber, text));
      if (typeof one !== 'string' || typeof other !== 'string') continue;
      const context = { catalog, signal: new AbortController().signal, budget: { milliseconds: 20_000 } };
      const pair = { gold: one, candidate: other, dialect };
      const { equivalence } = await new PlanEquivalence().judge(pair, context);
      if (equivalence === 'equivalent') claims.push({ rule, gold: one, candidate: other });
    }
  }
  return claims;
}

describe.each(ruleServers)('what is proven in $dialect', ({ dialect, variable, text, open }) => {
  const url = process.env[variable] ?? '';
  if (url === '') {
    test.skip(`set ${variable} to execute it`, () => {});
    return;
  }
  let server: RuleServer | null = null;
  afterEach(() => server?.close());

  test.each(Object.entries(schemas))('holds on every database, with columns of %s', async (_type, ddl) => {
    server = await open(url, ddl);
    const running = server;
    const claims = await claimsOf(running, ddl, dialect, text);
    expect(claims.length).toBeGreaterThan(300);
    let compared = 0;
    for (const rows of databases) {
      await running.inDatabase(rows, async () => {
        for (const { rule, gold, candidate } of claims) {
          const [one, other] = [await running.execute(gold), await running.execute(candidate)];
          if (one === null || other === null) continue;
          compared += 1;
          expect(bag(other), `${rule}\n${gold}\n${candidate}\n${rows.join(';\n')}`).toEqual(bag(one));
        }
      });
    }
    expect(compared).toBeGreaterThan(databases.length * 250);
  });
});

/** Rows without order; a number is its value, however many digits its type shows. */
function bag({ rows, isNumber }: ServerRows): readonly string[] {
  return rows
    .map((row) =>
      JSON.stringify(row.map((cell, at) => (cell !== null && isNumber[at] === true ? Number(cell) : cell))),
    )
    .sort();
}
