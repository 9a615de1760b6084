import { mysqlComparison } from './comparison/mysql.js';
import type { SqlDialect } from './dialect.js';
import { generic } from './generic.js';

export const mysql: SqlDialect = {
  ...generic,
  name: 'mysql',
  comparison: mysqlComparison,
  aliases: ['mariadb'],
  parserName: 'mysql',
  nameQuotes: ['`'],
  stringQuotes: ["'", '"'],
  stringPrefixes: ['n', 'x', 'b'],
  backslashEscapes: 'always',
  lineComments: ['--', '#'],
  dashesNeedSpace: true,
  executableComments: ['/*!', '/*M!'],
  nullOrder: 'smallest',
  queryWords: ['select', 'with', 'values', 'table'],
  refusedFunctions: [
    'load_file',
    'get_lock',
    'release_lock',
    'release_all_locks',
    'nextval',
    'setval',
    'lastval',
    'sys_exec',
    'sys_eval',
    'sys_get',
    'sys_set',
    'master_pos_wait',
    'source_pos_wait',
    'last_insert_id',
  ],
  tablelessFunctions: ['json_table'],
};
