import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../fixtures/equivalence/', import.meta.url);

/** One pair of a fixture file, and what must be said of it. */
export interface RulePair {
  readonly rule: string;
  readonly expected: 'equivalent' | 'unknown';
  /** The one engine the pair is about; null for all. */
  readonly dialect: 'sqlite' | 'duckdb' | null;
  readonly title: string;
  readonly gold: string;
  readonly candidate: string;
}

export const schema = readFileSync(new URL('schema.sql', folder), 'utf8');

/** The statements of a schema, as engines take them one by one. */
export function statementsOf(ddl: string): readonly string[] {
  return ddl.split(/;\s*\n/).filter((statement) => statement.trim() !== '');
}

/** Reads `-- equivalent: title` or `-- unknown on duckdb: title`, then two queries that end in a semicolon. */
export function readRulePairs(): readonly RulePair[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && file !== 'schema.sql')
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const blocks = text
        .split(/^(?=-- (?:equivalent|unknown)(?: on \w+)?: )/m)
        .filter((block) => block.trim() !== '');
      return blocks.map((block) => pairOf(block, file));
    });
}

function pairOf(block: string, file: string): RulePair {
  const parts = /^-- (equivalent|unknown)(?: on (sqlite|duckdb))?: (.*)\n([^;]*);\s*([^;]*);\s*$/.exec(block);
  if (parts === null) throw new Error(`${file}: not a title and two queries:\n${block}`);
  const [, expected, dialect, title, gold, candidate] = parts as unknown as [
    string,
    RulePair['expected'],
    RulePair['dialect'] | undefined,
    string,
    string,
    string,
  ];
  return { rule: file.slice(0, -'.sql'.length), expected, dialect: dialect ?? null, title, gold, candidate };
}
