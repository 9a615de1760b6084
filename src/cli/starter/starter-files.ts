/** The files of a small suite that passes, by path. */
export const starterFiles: Readonly<Record<string, string>> = {
  'evals.yaml': `# yaml-language-server: $schema=./node_modules/sqlassay/dist/evals.schema.json
# A small suite: run it with \`npx sqlassay run\`.
name: bookshop
datasources:
  bookshop: { kind: duckdb, scripts: [data/bookshop.sql] } # or a file: { kind: sqlite, path: shop.sqlite }
solver: { kind: replay, path: answers.jsonl } # recorded answers; yours is { kind: module, path: solver.ts }
scorers:
  - result_match # the rows must be the expected ones
  - outcome # it must answer, refuse, decline or ask back as each role should see
  - execution_accuracy # gold and model query must return the same rows
roles:
  manager: {}
  clerk: { deny: [wage] } # tables this role may not read
cases: [cases/*.yaml]
`,
  'data/bookshop.sql': `CREATE TABLE book (id INTEGER PRIMARY KEY, title VARCHAR NOT NULL, genre VARCHAR);
CREATE TABLE sale (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL, sold_on DATE NOT NULL, price DECIMAL(8, 2) NOT NULL);
CREATE TABLE wage (person VARCHAR NOT NULL, month DATE NOT NULL, amount DECIMAL(8, 2) NOT NULL);

INSERT INTO book VALUES
  (1, 'The Lighthouse Keeper', 'novel'),
  (2, 'Bread for Beginners', 'cooking'),
  (3, 'A Field Guide to Moss', NULL);
INSERT INTO sale VALUES
  (1, 1, DATE '2026-01-05', 12.50),
  (2, 1, DATE '2026-01-19', 12.50),
  (3, 2, DATE '2026-02-02', 24.00),
  (4, 3, DATE '2026-02-11', 18.90),
  (5, 1, DATE '2026-02-27', 9.95);
INSERT INTO wage VALUES
  ('Ida', DATE '2026-01-01', 2400.00),
  ('Ole', DATE '2026-01-01', 2250.00);
`,
  'cases/bookshop.yaml': `# \`rows\` is what \`sql\` returns. Do not type it: \`npx sqlassay gold\` writes it.
- id: books_sold
  question: How many books were sold in February 2026?
  tags: [aggregation]
  expected: { manager: allowed, clerk: allowed }
  sql: SELECT count(*) AS sold FROM sale WHERE sold_on >= DATE '2026-02-01' AND sold_on < DATE '2026-03-01'
  rows: [[3]]
  result_columns: [sold]

- id: revenue_per_book
  question: What is the revenue of each book, the highest first?
  tags: [join, aggregation]
  expected: { manager: allowed, clerk: allowed }
  order_matters: true
  sql: |
    SELECT b.title, sum(s.price) AS revenue
    FROM book b JOIN sale s ON s.book_id = b.id
    GROUP BY b.title
    ORDER BY revenue DESC
  rows:
    - [The Lighthouse Keeper, "34.95"]
    - [Bread for Beginners, "24.00"]
    - [A Field Guide to Moss, "18.90"]
  result_columns: [title, revenue]

- id: wages_january
  question: What was paid in wages in January 2026?
  tags: [roles]
  expected: { manager: allowed, clerk: refused }
  sql: SELECT sum(amount) AS paid FROM wage WHERE month = DATE '2026-01-01'
  rows: [["4650.00"]]
  result_columns: [paid]

- id: favourite_colour
  question: What is the favourite colour of our customers?
  tags: [unanswerable]
  expected: { manager: unanswerable }
`,
  'answers.jsonl': `{"id":"books_sold","status":"success","sql":"SELECT COUNT(*) FROM sale WHERE strftime(sold_on, '%Y-%m') = '2026-02'"}
{"id":"revenue_per_book","status":"success","sql":"\`\`\`sql\\nSELECT title, SUM(price) AS revenue\\nFROM sale JOIN book ON book.id = book_id\\nGROUP BY title\\nORDER BY 2 DESC;\\n\`\`\`"}
{"id":"wages_january","role":"manager","status":"success","sql":"SELECT SUM(amount) FROM wage WHERE year(month) = 2026 AND month(month) = 1"}
{"id":"wages_january","role":"clerk","status":"error","errors":[{"code":"SECURITY_VIOLATION","message":"You do not have access to the data needed to answer this."}]}
{"id":"favourite_colour","status":"error","errors":[{"code":"QUESTION_NOT_ANSWERABLE","message":"The shop does not record colours."}]}
`,
};
