import { sqliteComparison } from './comparison/sqlite.js';
import type { SqlDialect } from './dialect.js';
import { generic } from './generic.js';

export const sqlite: SqlDialect = {
  ...generic,
  name: 'sqlite',
  comparison: sqliteComparison,
  aliases: ['sqlite3'],
  parserName: 'sqlite',
  nameQuotes: ['"', '`', '['],
  stringPrefixes: ['x'],
  unicodeSpaces: 'nowhere',
  tclVariables: true,
  atNames: false,
  returnEndsComment: false,
  nullOrder: 'smallest',
  sandboxed: true,
  refusedFunctions: [
    'load_extension',
    'readfile',
    'writefile',
    'edit',
    'fts3_tokenizer',
    'lsdir',
    'fsdir',
    'zipfile',
  ],
  refusedFunctionPrefixes: [
    'pragma_',
    'sqlite_dbpage',
    'sqlite_dbdata',
    'sqlite_dbptr',
    'sqlite_unsupported',
  ],
  allowedFunctions: [
    'pragma_table_info',
    'pragma_table_xinfo',
    'pragma_table_list',
    'pragma_index_list',
    'pragma_index_info',
    'pragma_index_xinfo',
    'pragma_foreign_key_list',
  ],
  refusedTables: ['sqlite_dbpage', 'sqlite_dbdata', 'sqlite_dbptr', 'sqlite_stmt', 'pragma_database_list'],
  tablelessFunctions: ['json_each', 'json_tree', 'generate_series'],
  inNameIsTable: true,
};
