import type { PlatformExamination, PlatformInfo } from '../../types/index.js';
import type { DatabaseSource, EmbeddedKind } from './protocol.js';

const everywhere = [
  'Only one statement is run at a time, and only one that begins as a query does.',
  'Queries run in a process of their own, which is ended when they break a limit of time or memory.',
];

const protections: Readonly<Record<EmbeddedKind, readonly string[]>> = {
  duckdb: [
    'Files, the network and extensions are closed to queries, and the settings are locked.',
    'Functions that run text as SQL, switch logging or show paths are refused by name.',
  ],
  sqlite: ['PRAGMA, ATTACH, VACUUM and functions that reach files are refused.'],
};

const drivers: Readonly<Record<string, string>> = {
  'sqlite (node:sqlite)': "SQLite's authorizer allows reading and nothing else.",
  'sqlite (better-sqlite3)': 'The driver must say that a statement is read-only before it is run.',
  'sqlite (sql.js)': 'The engine runs in WebAssembly and has no file system.',
};

/** What the sandbox of an embedded engine does; nothing needs to be asked of the database. */
export function examineEmbedded(
  kind: EmbeddedKind,
  info: PlatformInfo,
  source: DatabaseSource,
): PlatformExamination {
  const opened =
    source.kind === 'file'
      ? 'The database file is opened read-only.'
      : 'The database is made in memory and thrown away; queries cannot write to it.';
  const driver = drivers[info.engine];
  return {
    ...info,
    readOnly: true,
    protections: [opened, ...protections[kind], ...(driver === undefined ? [] : [driver]), ...everywhere],
    stillPossible: [],
    warnings: [],
  };
}
