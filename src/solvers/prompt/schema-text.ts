import type { SelectedTable } from '../../retrieval/index.js';
import type { CatalogColumn } from '../../types/index.js';

/** Values shown of one column. */
const shown = 3;

/**
 * The chosen tables as a model reads schemas best: CREATE TABLE with the chosen columns, their types, keys and some of their
 * values. What comes from a database stands in JSON strings, so that none of it can end the line it is on.
 */
export function schemaText(tables: readonly SelectedTable[], question: string): string {
  return tables.map((table) => tableText(table, question)).join('\n\n');
}

function tableText({ table, columns, samples }: SelectedTable, question: string): string {
  const sent = new Set(columns.map((column) => column.name));
  const lines = columns.map((column) => columnText(column, samples[column.name] ?? [], question));
  const keys = [
    ...(table.primaryKey.length > 0 && table.primaryKey.every((column) => sent.has(column))
      ? [`  PRIMARY KEY (${table.primaryKey.map(quoted).join(', ')})`]
      : []),
    ...table.foreignKeys
      .filter((key) => key.columns.every((column) => sent.has(column)))
      .map(({ columns: own, references }) => {
        const target = spelled(references.schema, references.table);
        const there =
          references.columns.length === 0 ? '' : ` (${references.columns.map(quoted).join(', ')})`;
        return `  FOREIGN KEY (${own.map(quoted).join(', ')}) REFERENCES ${target}${there}`;
      }),
  ];
  const body = [
    ...lines.map(([declared, remark]) => [`  ${declared}`, remark] as const),
    ...keys.map((key) => [key, ''] as const),
  ];
  const last = body.length - 1;
  const comment = table.comment === undefined ? '' : ` -- ${JSON.stringify(table.comment)}`;
  return [
    `CREATE ${table.kind === 'view' ? 'VIEW' : 'TABLE'} ${spelled(table.schema, table.name)} (${comment}`,
    ...body.map(([text, remark], index) => `${text}${index === last ? '' : ','}${remark}`),
    ');',
  ].join('\n');
}

function columnText(
  { name, type, nullable, comment }: CatalogColumn,
  values: readonly string[],
  question: string,
): readonly [declared: string, remark: string] {
  const asked = question.toLowerCase();
  const named = values.filter((value) => asked.includes(value.toLowerCase()));
  const some = [...new Set([...named, ...values])].slice(0, Math.max(shown, named.length));
  const remarks = [
    ...(comment === undefined ? [] : [JSON.stringify(comment)]),
    ...(some.length === 0 ? [] : [`such as ${some.map((value) => JSON.stringify(value)).join(', ')}`]),
  ];
  const declared = [quoted(name), type, nullable ? '' : 'NOT NULL'].filter((part) => part !== '').join(' ');
  return [oneLine(declared), remarks.length === 0 ? '' : ` -- ${remarks.join(', ')}`];
}

function spelled(schema: string | undefined, name: string): string {
  return schema === undefined ? quoted(name) : `${quoted(schema)}.${quoted(name)}`;
}

/** Plain names as they are, all others in the quotes of standard SQL. */
function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `"${oneLine(name).replaceAll('"', '""')}"`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
