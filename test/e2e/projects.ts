/** A suite over a small SQLite database, one case per way to end. */
export const shop = {
  'seed.sql': `CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE wage (person TEXT NOT NULL, amount INTEGER NOT NULL);
INSERT INTO customer VALUES (1, 'Ann'), (2, 'Bo '), (3, 'Cleo');
INSERT INTO wage VALUES ('Ida', 2400);
`,
  'evals.yaml': `name: shop
datasources:
  shop: { kind: sqlite, scripts: [seed.sql] }
solver: { kind: replay, path: answers.jsonl }
scorers: [result_match, outcome]
roles:
  manager: {}
  clerk: { deny: [wage] }
cases: [cases.yaml]
`,
  'cases.yaml': `- id: count
  question: How many customers are there?
  tags: [smoke]
  expected: { manager: allowed, clerk: allowed }
  sql: SELECT count(*) AS n FROM customer
  rows: [[3]]
- id: names
  question: What are the customers called?
  expected: { manager: allowed }
  sql: SELECT name FROM customer
  rows: [[Ann], ["Bo "], [Cleo]]
- id: wages
  question: What does Ida earn?
  expected: { manager: allowed, clerk: refused }
  sql: SELECT amount FROM wage
  rows: [[2400]]
- id: mood
  question: Are the customers happy?
  expected: { manager: unanswerable }
`,
  'answers.jsonl': `{"id":"count","status":"success","sql":"SELECT count(id) FROM customer"}
{"id":"names","status":"success","sql":"SELECT trim(name) AS name FROM customer"}
{"id":"wages","role":"manager","status":"success","sql":"SELECT amount FROM wage"}
{"id":"wages","role":"clerk","status":"error","errors":[{"code":"SECURITY_VIOLATION","message":"You do not have access to the data needed to answer this."}]}
{"id":"mood","status":"error","errors":[{"code":"QUESTION_NOT_ANSWERABLE","message":"Nobody asked them."}]}
`,
} as const;

/** The same suite with everything right. */
export const rightShop = {
  ...shop,
  'answers.jsonl': shop['answers.jsonl'].replace('trim(name)', 'name'),
} as const;

/** The suite file with more in it. */
export function withSuite(more: string, files: Readonly<Record<string, string>> = shop) {
  return { ...files, 'evals.yaml': `${files['evals.yaml']}${more}` };
}

/**
 * Twenty cases whose solver notes every call in `calls.log` and waits at the tenth until a file `go` is there, or until
 * it is told to stop.
 */
export const slow = {
  'seed.sql': 'CREATE TABLE t (n INTEGER);\nINSERT INTO t VALUES (1);\n',
  'evals.yaml': `name: slow
datasources: { db: { kind: sqlite, scripts: [seed.sql] } }
solver: { kind: module, path: solver.mjs }
scorers: [result_match]
settings: { concurrency: { cases: 1 } }
cases: [cases.yaml]
`,
  'cases.yaml': Array.from(
    { length: 20 },
    (_, index) => `- { id: case_${index}, question: "What is n?", sql: "SELECT n FROM t", rows: [[1]] }\n`,
  ).join(''),
  'solver.mjs': `import { appendFileSync, existsSync } from 'node:fs';
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export default {
  async solve({ caseId, signal }) {
    appendFileSync(new URL('calls.log', import.meta.url), caseId + '\\n');
    while (caseId === 'case_10' && !existsSync(new URL('go', import.meta.url))) {
      if (signal.aborted && !process.env.IGNORE_SIGNAL) throw new Error('stopped');
      await wait(20);
    }
    return { status: 'success', sql: 'SELECT n FROM t' };
  },
};
`,
} as const;
