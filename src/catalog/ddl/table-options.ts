import { columnType } from '../column-type.js';
import type { DdlReader } from './ddl-reader.js';
import type { DraftTable } from './draft-table.js';

const value = '(?:= )?\\S+';
/** What may stand behind a table's parentheses and says nothing of its rows, with `()` for parentheses and `\'` for texts. */
const plain = [
  'without rowid',
  'strict',
  `(?:default )?(?:character set|charset)(?: =)? (?!binary\\b)\\S+`,
  `(?:default )?collate ${value}`,
  `(?:engine|type) (?:= )?(?:innodb|myisam|memory|aria|ndb|ndbcluster|rocksdb|tokudb)`,
  `(?:auto_increment|comment|row_format|key_block_size|avg_row_length|max_rows|min_rows|checksum|pack_keys) ${value}`,
  `(?:delay_key_write|compression|encryption|stats_auto_recalc|stats_persistent|stats_sample_pages) ${value}`,
  'with \\(\\)',
  'without oids',
  'tablespace \\S+',
  'on commit (?:preserve rows|delete rows|drop)',
  'partition by (?:(?!(?:as|select|inherits)\\b)\\S+ ?)+',
  'using \\S+',
  'stored as \\S+',
  'location \\S+',
  '(?:options|tblproperties) \\(\\)',
  'diststyle \\S+',
  'distkey \\(\\)',
  '(?:compound |interleaved )?sortkey \\(\\)',
].join('|');
const options = new RegExp(`^(?:(?:${plain}|,)(?: |$))*$`);

/** Reads what stands behind a table's parentheses, and the parents of an inherited table. */
export function readTableOptions(reader: DdlReader, draft: DraftTable): void {
  const words: string[] = [];
  while (reader.next !== undefined) {
    if (reader.peek() === '(') {
      reader.group();
      words.push('()');
    } else {
      const { kind, value } = reader.skip();
      words.push(kind === 'string' ? "'" : value.replace(/\s/g, '_'));
    }
  }
  const text = words.join(' ');
  if (!options.test(text))
    reader.fail(`what stands behind its columns is not understood: ${text.slice(0, 60)}`);
  draft.withoutRowId = /\bwithout rowid\b/.test(text);
  draft.strict = /(?:^|, )strict\b/.test(text);
  const engine = /(?:^| )(?:engine|type) (?:= )?(\w+)/.exec(text)?.[1];
  // These engines read foreign keys and forget them.
  if (engine !== undefined && !/^(?:innodb|ndb)/.test(engine)) draft.foreignKeys = [];
  const collation = /(?:^| )collate (?:= )?(\S+)/.exec(text)?.[1];
  if (collation === undefined) return;
  for (const column of draft.columns) {
    const isText = columnType(column.type, reader.dialect.name).class === 'text';
    if (isText || /^(?:enum|set)\b/i.test(column.type)) column.collation ??= collation;
  }
}
