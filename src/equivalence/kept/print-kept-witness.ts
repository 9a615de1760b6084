import { createHash } from 'node:crypto';
import type { Witness, WitnessTable } from '../../types/index.js';
import { encodeRows } from '../../values/index.js';

/** A counterexample as a file: what a person reads first, then the rows, one a line, then statements to paste. */
export function printKeptWitness(
  { realism, needs, engine, tables, ddl, inserts }: Witness,
  about: { readonly gold: string; readonly candidate: string },
): string {
  const field = (name: string, value: unknown): string =>
    `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const list = (name: string, items: readonly string[]): string =>
    `  ${JSON.stringify(name)}: [${items.map((item) => `\n    ${item}`).join(',')}\n  ]`;
  return `{\n${[
    field('schemaVersion', 1),
    field('gold', about.gold),
    field('candidate', about.candidate),
    field('engine', engine),
    field('realism', realism),
    field('needs', needs),
    list('tables', tables.map(printTable)),
    list(
      'sql',
      [...ddl, ...inserts].map((statement) => JSON.stringify(`${statement};`)),
    ),
  ].join(',\n')}\n}\n`;
}

function printTable({ name, columns, rows }: WitnessTable): string {
  const lines = encodeRows(rows).map((row) => `\n        ${JSON.stringify(row)}`);
  return [
    '{',
    `      "name": ${JSON.stringify(name)},`,
    `      "columns": ${JSON.stringify(columns)},`,
    `      "rows": [${lines.join(',')}${lines.length > 0 ? '\n      ' : ''}]`,
    '    }',
  ].join('\n');
}

/** A file name that the same rows always have: the tables, and a hash of what is in them. */
export function keptWitnessName(tables: readonly WitnessTable[]): string {
  const sorted = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));
  const slug = sorted
    .map(({ name }) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-'))
    .join('-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const content = JSON.stringify(sorted.map(({ name, columns, rows }) => [name, columns, encodeRows(rows)]));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return `${slug === '' ? 'tables' : slug}-${hash}.json`;
}
