import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createRegistry } from '../../registry/index.js';
import { SqlassayError } from '../../types/index.js';
import { formatProblem } from '../problem.js';
import { defaultSettings } from '../schema/settings.js';
import { loadSuite, validateSuite } from './load-suite.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with these files; the path of its evals.yaml. */
function suiteFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, 'evals.yaml');
}

async function problemsOf(files: Readonly<Record<string, string>>, checkFiles = false): Promise<string> {
  const file = suiteFolder(files);
  const problems = await validateSuite(file, { checkFiles, registry: createRegistry({ pluginsFor: null }) });
  return problems.map((problem) => formatProblem(problem).replaceAll(`${dirname(file)}/`, '')).join('\n');
}

const minimal = `name: shop
datasources:
  shop: { kind: sqlite, path: shop.sqlite }
`;

const oneCase = `${minimal}cases:
  - { id: a, question: How many?, sql: SELECT 1 }
`;

describe('loadSuite', () => {
  it('fills in every default and makes every path absolute', async () => {
    const file = suiteFolder({ 'evals.yaml': oneCase, 'shop.sqlite': '' });
    expect(await loadSuite(file)).toEqual({
      name: 'shop',
      file,
      datasources: { shop: { kind: 'sqlite', path: join(dirname(file), 'shop.sqlite') } },
      solver: null,
      scorers: [
        { use: 'result_match', as: 'result_match', with: {} },
        { use: 'outcome', as: 'outcome', with: {} },
      ],
      roles: { default: { deny: [] } },
      settings: defaultSettings,
      cases: [
        {
          id: 'a',
          question: 'How many?',
          sql: 'SELECT 1',
          datasources: ['shop'],
          expected: { default: 'allowed' },
          source: { file, line: 5, column: 5 },
        },
      ],
      plans: null,
      knownFailures: [],
      gate: null,
    });
    expect(defaultSettings).toEqual({
      routing: { maxDatasources: 3 },
      refusal: {
        code: 'SECURITY_VIOLATION',
        message: 'You do not have access to the data needed to answer this.',
      },
      unanswerable: { code: 'QUESTION_NOT_ANSWERABLE' },
      caseTimeoutSeconds: 30,
      referenceDate: null,
      limits: { rows: 100_000, bytes: 256 * 1024 ** 2, memoryBytes: 1024 ** 3 },
      concurrency: { cases: 8, sessions: 4, children: 4, modelCalls: 8 },
      refutation: { failOn: ['real-rows', 'real-values'] },
      models: {},
    });
  });

  it('reads everything a suite can say', async () => {
    const file = suiteFolder({
      'evals.yaml': `name: full
datasources:
  shop: { kind: duckdb, scripts: [schema.sql, data.sql] }
  spider: { kind: sqlite, path: "database/{db_id}/{db_id}.sqlite" }
solver: { kind: replay, path: answers.jsonl }
scorers: [outcome, { use: result_match, as: cents, with: { tolerance: 0.01 } }]
roles: { admin: {}, viewer: { deny: [payroll] } }
settings:
  case_timeout: 500ms
  reference_date: 2026-01-01
  limits: { rows: 10, bytes: 1KB }
  concurrency: { model_calls: 2 }
cases: ["cases/*.yaml"]
plans: plans.yaml
known_failures: [{ id: c1, until: 2027-01-31, why: a bug }]
gate: { baseline: baseline.json, min_accuracy: 0.9, protect: ["tag:smoke", c2] }
mode: plans
`,
      'cases/b.yaml': `- id: c2
  question: "Again?"
  datasources: [spider]
  db_id: pets
  expected: { admin: clarify }
`,
      'cases/a.yaml': `# first by name
- id: c1
  question: What?
  evidence: hint
  datasources: [shop, spider]
  db_id: pets
  tags: [smoke]
  paraphrase_group: g
  order_matters: true
  expected: { admin: allowed, viewer: refused }
  sql: { shop: SELECT 1 }
  result_columns: [n, s]
  columns_typed: [{ name: n, type: HUGEINT }, { name: s, type: VARCHAR }]
  rows:
    - [9007199254740993, "1.50"]
    - [-1, 'x']
  alt_sql: [SELECT 2]
  alt_rows: [[[1.0, null]]]
  comparison: { column_order: strict, float_tolerance: 1e-9 }
  expectations:
    - { kind: row_count, exact: 2 }
    - { kind: in_set, column: n, values: [9007199254740993, 1.0, null, a] }
    - { kind: between, column: n, min: 9007199254740993, max: 1.23456789012345678901 }
  budget: { max_seconds: null }
`,
      'plans.yaml': `c1: { sql: SELECT 1 }
c2: { admin: { status: needs_clarification, answer: Which? } }
`,
    });
    const suite = await loadSuite(file, { checkFiles: false });
    const folder = dirname(file);
    expect(suite.cases.map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(suite.cases[0]).toEqual({
      id: 'c1',
      question: 'What?',
      evidence: 'hint',
      datasources: ['shop', 'spider'],
      dbId: 'pets',
      tags: ['smoke'],
      paraphraseGroup: 'g',
      orderMatters: true,
      expected: { admin: 'allowed', viewer: 'refused' },
      sql: { shop: 'SELECT 1' },
      resultColumns: ['n', 's'],
      columnsTyped: [
        { name: 'n', type: 'HUGEINT' },
        { name: 's', type: 'VARCHAR' },
      ],
      rows: [
        [{ k: 'int', v: 9007199254740993n }, '1.50'],
        [-1, 'x'],
      ],
      altSql: ['SELECT 2'],
      altRows: [[[{ k: 'f64', v: 1 }, null]]],
      comparison: { columnOrder: 'strict', floatTolerance: 1e-9 },
      expectations: [
        { kind: 'row_count', exact: 2 },
        {
          kind: 'in_set',
          column: 'n',
          values: [{ k: 'int', v: 9007199254740993n }, { k: 'f64', v: 1 }, null, 'a'],
        },
        {
          kind: 'between',
          column: 'n',
          min: { k: 'int', v: 9007199254740993n },
          max: { k: 'dec', u: 123456789012345678901n, s: 20 },
        },
      ],
      budget: { maxSeconds: null },
      source: { file: join(folder, 'cases/a.yaml'), line: 2, column: 3 },
    });
    expect(suite.datasources.shop).toEqual({
      kind: 'duckdb',
      scripts: [join(folder, 'schema.sql'), join(folder, 'data.sql')],
    });
    expect(suite.solver).toEqual({ kind: 'replay', path: join(folder, 'answers.jsonl') });
    expect(suite.scorers[1]).toEqual({ use: 'result_match', as: 'cents', with: { tolerance: 0.01 } });
    expect(suite.roles).toEqual({ admin: { deny: [] }, viewer: { deny: ['payroll'] } });
    expect(suite.settings).toMatchObject({
      caseTimeoutSeconds: 0.5,
      referenceDate: '2026-01-01',
      limits: { rows: 10, bytes: 1024, memoryBytes: 1024 ** 3 },
      concurrency: { cases: 8, modelCalls: 2 },
    });
    expect(suite.plans).toEqual(
      new Map<string, unknown>([
        ['c1', { sql: 'SELECT 1' }],
        ['c2', { admin: { status: 'needs_clarification', answer: 'Which?' } }],
      ]),
    );
    expect(suite.gate).toEqual({
      baseline: join(folder, 'baseline.json'),
      minAccuracy: 0.9,
      protect: ['tag:smoke', 'c2'],
    });
    expect(suite.mode).toBe('plans');
  });

  it('throws one error that lists every problem', async () => {
    const file = suiteFolder({ 'evals.yaml': `${minimal}cases: []\nsolvr: {}\nroles: {}\n` });
    const error = await loadSuite(file, { checkFiles: false }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(SqlassayError.is(error) && error.code).toBe('E_SUITE_INVALID');
    expect((error as Error).message.replaceAll(dirname(file), '')).toMatchInlineSnapshot(`
      "/evals.yaml: The suite has one problem. Correct it:
        /evals.yaml:5:1: Unknown key "solvr"; did you mean "solver"?"
    `);
  });

  it('loads cases of benchmark files', async () => {
    const file = suiteFolder({
      'evals.yaml': `${minimal}cases: [{ format: jsonl, path: more.jsonl, tags: [extra] }]\n`,
      'more.jsonl': '{"id": "j1", "question": "Q?", "sql": "SELECT 1", "tags": ["own"]}\n',
    });
    const { cases } = await loadSuite(file, { checkFiles: false });
    expect(cases).toEqual([
      {
        id: 'j1',
        question: 'Q?',
        sql: 'SELECT 1',
        tags: ['own', 'extra'],
        datasources: ['shop'],
        expected: { default: 'allowed' },
        source: { file: join(dirname(file), 'more.jsonl'), line: 1, column: 1 },
      },
    ]);
  });
});

describe('problems', () => {
  it('of passwords that are written out, and not of variables in their place', async () => {
    const text = (url: string): string =>
      oneCase.replace(
        /^datasources:.*$(?:\n +.*$)*/m,
        `datasources:\n  shop: { kind: postgres, url: "${url}" }`,
      );
    const written = await problemsOf({ 'evals.yaml': text('postgres://reader:sesame@db.example/shop') });
    expect(written).toMatch(
      /^evals\.yaml:\d+:\d+: datasources\.shop\.url: A password does not belong in a suite file/,
    );
    expect(written).not.toContain('sesame');
    const allowed = [
      `\${env:SHOP_URL}`,
      `postgres://reader@db.example:5432/shop`,
      `postgres://reader:\${env:SHOP_PASSWORD}@db.example/shop`,
      `postgres://\${env:SHOP_USER}:\${env:SHOP_PASSWORD}@db.example:5432/shop`,
    ];
    for (const url of allowed) expect(await problemsOf({ 'evals.yaml': text(url) })).toBe('');
  });

  it('are none for a valid suite', async () => {
    expect(await problemsOf({ 'evals.yaml': oneCase })).toBe('');
  });

  it('of the shape of a suite are all found, each at its place', async () => {
    const text = `name: 12
datasources:
  shop: { kind: bigquery, url: "\${env:SHOP_URL}" }
  two words: { kind: sqlite, path: a.sqlite }
  both: { kind: sqlite, path: a.sqlite, scripts: [a.sql] }
  neither: { kind: duckdb }
  other: { kind: excel }
  filed: { kind: postgresql, path: a.sqlite }
  made: { kind: mariadb, url: "\${env:SHOP_URL}", scripts: [a.sql] }
  nowhere: { kind: mysql }
  far: { kind: duckdb, url: "duckdb://far" }
  trusted: { kind: sqlite, path: a.sqlite, allow_privileged: true }
solver: { kind: oracle }
scorers: [{ use: result_match, wit: {} }]
settings:
  case_timeout: 30
  reference_date: 2026-02-30
  limits: { bytes: 256 megabytes, rows: 1.5 }
  concurency: {}
cases:
  - id: 7
    qestion: Typo?
    expected: { default: perhaps }
    sql: 3
gate: { min_accuracy: 90 }
known_failures: [{ id: x, until: soon }]
`;
    expect(await problemsOf({ 'evals.yaml': text })).toMatchInlineSnapshot(`
      "evals.yaml:1:7: name: It must be a text, not 12
      evals.yaml:3:17: datasources.shop.kind: The datasource kind "bigquery" is not supported by this version; duckdb, sqlite, postgres and mysql are
      evals.yaml:4:3: datasources.two words: A name is made of letters, digits, _ and -, and starts with a letter
      evals.yaml:5:9: datasources.both: A datasource has either a path or scripts
      evals.yaml:6:12: datasources.neither: A datasource has either a path or scripts
      evals.yaml:7:18: datasources.other.kind: A datasource has a kind: duckdb, sqlite, postgres or mysql
      evals.yaml:8:36: datasources.filed.path: A postgresql datasource is a server: it has a url, not path
      evals.yaml:9:59: datasources.made.scripts: A mariadb datasource is a server: it has a url, not scripts
      evals.yaml:10:12: datasources.nowhere: A mysql datasource has a url
      evals.yaml:11:29: datasources.far.url: A duckdb datasource is a file or made by scripts: it has no url
      evals.yaml:12:62: datasources.trusted.allow_privileged: allow_privileged is for servers; sqlite is always read-only
      evals.yaml:13:17: solver.kind: Unknown solver kind "oracle"; the kinds are module, prompt, http, command and replay
      evals.yaml:14:32: scorers[0]: Unknown key "wit"; did you mean "with"?
      evals.yaml:16:17: settings.case_timeout: A duration has a unit, such as 500ms, 30s or 2m
      evals.yaml:17:19: settings.reference_date: A day is written YYYY-MM-DD
      evals.yaml:18:20: settings.limits.bytes: A size has a unit, such as 64KB, 256MB or 1GB
      evals.yaml:18:41: settings.limits.rows: It must be a whole number, not 1.5
      evals.yaml:19:3: settings: Unknown key "concurency"; did you mean "concurrency"?
      evals.yaml:21:5: cases[0].question: It is missing
      evals.yaml:21:9: cases[0].id: An id is a text; put quotes around a number
      evals.yaml:22:5: cases[0]: Unknown key "qestion"; did you mean "question"?
      evals.yaml:23:26: cases[0].expected.default: It must be "allowed", "refused", "unanswerable" or "clarify"
      evals.yaml:24:10: cases[0].sql: It must be a text, not 3
      evals.yaml:25:23: gate.min_accuracy: It must be at most 1
      evals.yaml:26:18: known_failures[0].why: It is missing
      evals.yaml:26:34: known_failures[0].until: A day is written YYYY-MM-DD"
    `);
  });

  it('of expectations are found, each at its place', async () => {
    const text = `name: shop
datasources: { shop: { kind: sqlite, path: a.sqlite } }
scorers: [expectation_suite, { use: expectation_suite, as: second, with: { expectations: [{ kind: row_cuont }] } }]
cases:
  - id: a
    question: Q
    expectations:
      - { kind: row_count, exat: 2 }
      - { kind: not_nul, column: a }
      - { kind: not_null, colum: a }
      - { kind: between, column: a }
      - { kind: row_count, min: "2" }
      - { kind: matches, column: a, pattern: "(" }
      - { column: a }
`;
    expect(await problemsOf({ 'evals.yaml': text })).toMatchInlineSnapshot(`
      "evals.yaml:3:74: options of scorer "expectation_suite": expectations.0.kind: Invalid discriminator value. Expected 'row_count' | 'column_presence' | 'column_type' | 'not_null' | 'unique' | 'accepted_values' | 'in_set' | 'between' | 'mean_between' | 'matches' | 'values_in_order' | 'expression'. Run \`sqlassay scorers\` to see the options of every scorer.
      evals.yaml:8:9: cases[0].expectations[0]: It needs exact, or min, max or both
      evals.yaml:8:28: cases[0].expectations[0]: Unknown key "exat"; did you mean "exact"?
      evals.yaml:9:17: cases[0].expectations[1].kind: There is no kind "not_nul"; did you mean "not_null"?
      evals.yaml:10:9: cases[0].expectations[2].column: It is missing
      evals.yaml:10:27: cases[0].expectations[2]: Unknown key "colum"; did you mean "column"?
      evals.yaml:11:9: cases[0].expectations[3]: It needs min, max or both
      evals.yaml:12:33: cases[0].expectations[4].min: It must be a number, not a text
      evals.yaml:13:46: cases[0].expectations[5].pattern: It is no JavaScript regular expression (with the flag u)
      evals.yaml:14:9: cases[0].expectations[6].kind: It must be one of row_count, column_presence, column_type, not_null, unique, accepted_values, in_set, between, mean_between, matches, values_in_order, expression"
    `);
  });

  it('of NULLs that are distinct where nothing identifies a row', async () => {
    const text = (scorer: string, comparison: string) => `name: shop
datasources: { shop: { kind: sqlite, path: a.sqlite } }
scorers: [{ use: result_match, with: ${scorer} }]
cases:
  - { id: a, question: Q, comparison: ${comparison} }
`;
    const problems = async (scorer: string, comparison: string) =>
      (await problemsOf({ 'evals.yaml': text(scorer, comparison) }))
        .split('\n')
        .filter((line) => line.includes('distinct'));
    expect(await problems('{}', '{ null_equality: distinct }')).toEqual([
      'evals.yaml:5:56: Case a has null_equality: distinct without a match_key; name the columns that identify a row, or leave null_equality out',
    ]);
    expect(await problems('{}', '{ null_equality: distinct, match_key: [] }')).toHaveLength(1);
    expect(await problems('{}', '{ null_equality: distinct, match_key: [id] }')).toEqual([]);
    expect(await problems('{ match_key: [id] }', '{ null_equality: distinct }')).toEqual([]);
    expect(await problems('{ null_equality: distinct }', '{}')).toEqual([
      'evals.yaml:3:55: Scorer result_match has null_equality: distinct without a match_key, and case a has none either; name the columns that identify a row, or leave null_equality out',
    ]);
    expect(await problems('{ null_equality: distinct }', '{ match_key: [id] }')).toEqual([]);
    expect(await problems('{ null_equality: distinct }', '{ null_equality: equal }')).toEqual([]);
  });

  it('of names that nothing bears are all found', async () => {
    const text = `name: shop
datasources:
  shop: { kind: sqlite, path: "{db_id}.sqlite" }
  sales: { kind: duckdb, path: sales.duckdb }
roles: { admin: {}, viewer: {} }
scorers: [outcome, outcom, { use: result_match, as: outcome }, { use: result_match, with: { tolerence: 1 } }]
cases:
  - cases/*.yaml
  - absent.yaml
  - nothing/*.yaml
  - { id: inline, question: Q, datasources: [sals], expected: { admin: allowed } }
plans: plans.yaml
known_failures: [{ id: a9, until: 2027-01-01, why: w }]
gate: { protect: [a8, "tag:smoke"] }
`;
    const cases = `- id: a1
  question: Q
  datasources: [sales]
  expected: { admn: allowed }
  sql: { shop: SELECT 1 }
- id: a1
  question: The same id
  datasources: [shop]
  expected: { admin: allowed, viewer: refused }
  result_columns: [a, b]
  rows:
    - [1, 2]
    - [1]
- id: a2
  question: No datasource, no expectation
`;
    const plans = `a1: { admin: { sql: SELECT 1 }, viewr: { status: error } }
a7: { sql: SELECT 1 }
a2: { sql: SELECT 1, status: error }
`;
    expect(
      await problemsOf({ 'evals.yaml': text, 'cases/a.yaml': cases, 'plans.yaml': plans }),
    ).toMatchInlineSnapshot(`
      "evals.yaml:6:20: There is no scorer "outcom". Did you mean "outcome"? The scorers are execution_accuracy, execution_accuracy.bird, execution_accuracy.spider, expectation_suite, faithfulness, first_decisive, judged_equivalence, llm_judge, observed_equivalence, outcome, result_match, result_set_equivalence, retrieval_recall, routing, semantic_equivalence, sql_equivalence_judge, witnessed_equivalence.
      evals.yaml:6:28: Two scorers have the label "outcome"; give one another label with {use: ..., as: ...}
      evals.yaml:6:91: options of scorer "result_match": Unrecognized key: "tolerence". Run \`sqlassay scorers\` to see the options of every scorer.
      evals.yaml:9:5: The file absent.yaml does not exist
      evals.yaml:10:5: No file matches "nothing/*.yaml"
      evals.yaml:11:5: Case inline has no plan in the plans file
      evals.yaml:11:46: There is no datasource "sals"; did you mean "sales"?
      evals.yaml:13:24: There is no case "a9"; there are a1, a2, inline
      evals.yaml:14:19: There is no case "a8"; there are a1, a2, inline
      evals.yaml:14:23: There is no tag "smoke"; there are none
      cases/a.yaml:1:3: Case a1 has no plan for role "admn" in the plans file
      cases/a.yaml:4:21: There is no role "admn"; did you mean "admin"?
      cases/a.yaml:5:16: Case a1 has sql for "shop", which is not among its datasources
      cases/a.yaml:6:3: Case a1 has no plan for role "viewer" in the plans file
      cases/a.yaml:6:3: Case a1 has no db_id, but datasource "shop" holds many databases
      cases/a.yaml:6:7: The id "a1" is already used at cases/a.yaml:1
      cases/a.yaml:13:7: The row has 1 of 2 cells
      cases/a.yaml:14:3: Case a2 does not say which of the datasources answers it
      cases/a.yaml:14:3: Case a2 does not say what is expected; name at least one of the roles admin, viewer
      plans.yaml:1:33: Case a1 is not run for role "viewr"
      plans.yaml:2:1: No case has the id "a7"
      plans.yaml:3:5: a2: A plan has either sql, or a status (error, needs_clarification) with errors and answer"
    `);
  });

  it('of YAML itself are told where they are', async () => {
    expect(await problemsOf({ 'evals.yaml': `${minimal}name: again\ncases: [\n` })).toMatchInlineSnapshot(`
      "evals.yaml:4:1: Map keys must be unique
      evals.yaml:6:1: Flow sequence in block collection must be sufficiently indented and end with a ]"
    `);
    expect(await problemsOf({ 'evals.yaml': '- a list' })).toMatchInlineSnapshot(
      `"evals.yaml:1:1: It must be a mapping, not a list"`,
    );
    expect(await problemsOf({ 'evals.yaml': '' })).toMatchInlineSnapshot(
      `"evals.yaml:1:1: It must be a mapping, not empty"`,
    );
    expect(
      await problemsOf({
        'evals.yaml': `${minimal}cases: [a.yaml, b.yaml, c.yaml]\n`,
        'a.yaml': 'id: a\n',
        'b.yaml': '- "\n',
        'c.yaml': '- id: c\n  question: Q\n  rows: [[&a [*a]]]\n',
      }),
    ).toMatchInlineSnapshot(`
      "a.yaml:1:1: A file of cases is a list of cases
      b.yaml:2:1: Missing closing "quote
      c.yaml:3:14: This is not a value of a database"
    `);
  });

  it('are found in files that are not there', async () => {
    const text = `name: shop
datasources:
  one: { kind: sqlite, path: one.sqlite }
  many: { kind: sqlite, path: "db/{db_id}.sqlite" }
  made: { kind: duckdb, scripts: [here.sql, gone.sql] }
solver: { kind: module, path: solver.ts }
plans: plans.yaml
cases:
  - { id: a, question: Q, datasources: [many], db_id: here }
  - { id: b, question: Q, datasources: [many], db_id: gone }
  - { id: c, question: Q, datasources: [many], db_id: gone }
`;
    expect(
      await problemsOf({ 'evals.yaml': text, 'here.sql': '', 'db/here.sqlite': '' }, true),
    ).toMatchInlineSnapshot(`
      "evals.yaml:3:30: The file one.sqlite does not exist
      evals.yaml:4:31: The file db/gone.sqlite does not exist
      evals.yaml:5:45: The file gone.sql does not exist
      evals.yaml:6:31: The file solver.ts does not exist
      evals.yaml:7:8: The file plans.yaml does not exist"
    `);
    const absent = join(tmpdir(), 'no-such-folder', 'evals.yaml');
    expect((await validateSuite(absent)).map(formatProblem)).toEqual([
      `${absent}:1:1: The file ${absent} does not exist`,
    ]);
  });

  it('are databases outside the folder that db_id names', async () => {
    for (const id of ['../secret', 'a/b', 'a\\b', '..', '.']) {
      const cases = `cases: [{ id: a, question: Q, db_id: ${JSON.stringify(id)} }]\n`;
      expect(await problemsOf({ 'evals.yaml': minimal + cases })).toContain('without slashes');
    }
  });

  it('are references to the environment where nothing replaces them, but not in cases', async () => {
    const text = `name: "\${env:NAME}"
datasources:
  shop: { kind: sqlite, path: "\${env:SECRET}.sqlite" }
cases:
  - { id: a, question: "What does \${env:HOME} mean?" }
`;
    expect(await problemsOf({ 'evals.yaml': text })).toMatchInlineSnapshot(`
      "evals.yaml:1:7: \${env:NAME} is only allowed in fields that hold a secret (url), not in "name"
      evals.yaml:3:31: \${env:NAME} is only allowed in fields that hold a secret (url), not in "datasources.shop.path""
    `);
  });

  it('are benchmark files that do not fit', async () => {
    const text = `${minimal}cases:
  - { format: jsonl, path: a.jsonl }
  - { format: spider, path: dev.json, gold: gold.sql }
  - { format: csv, path: a.csv }
`;
    const files = {
      'a.jsonl': '{"id": "a"}\n',
      'dev.json': '[{"db_id": "x", "question": "Q", "query": "SELECT 1"}]',
      'gold.sql': 'SELECT 1\tx\nSELECT 2\tx\n',
    };
    const found = await problemsOf({ 'evals.yaml': text, ...files });
    expect(found).toContain('evals.yaml:5:28: a.jsonl:1: question: It is missing');
    expect(found).toContain('evals.yaml:6:29: gold.sql: The file has 2 gold queries for 1 questions');
    expect(found).toContain('evals.yaml:7:15: cases[2].format');
  });
});
