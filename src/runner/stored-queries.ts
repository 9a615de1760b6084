import type { Database } from '../execution/index.js';
import { foldIdentifier, identifierText, readTables, tokenize } from '../sql/index.js';

/** What a statement names, folded as the dialect folds names; calls are apart, because a function may be named like a table. */
export interface NamesRead {
  readonly tables: readonly string[];
  readonly calls: readonly string[];
}

/** A view or macro of a database, its name folded, and what it reads. */
interface StoredReads {
  readonly kind: 'view' | 'macro';
  readonly name: string;
  /** Null where the database does not tell: it may read anything. */
  readonly reads: NamesRead | null;
}

const known = new WeakMap<Database, Promise<readonly StoredReads[]>>();
const secondsToList = 30;

/**
 * Whether a statement reads a denied table, by its name or through a view or macro, other views and macros included.
 *
 * @throws when the database does not tell what it stores: then nobody knows what a statement reads
 */
export async function readsDenied(
  sql: string,
  denied: ReadonlySet<string>,
  database: Database,
  signal: AbortSignal,
): Promise<boolean> {
  let stored = known.get(database);
  if (stored === undefined) {
    stored = listStoredQueries(database, signal);
    known.set(database, stored);
    stored.catch(() => known.delete(database));
  }
  const tables = new Set(denied);
  const macros = new Set<string>();
  const isDenied = ({ tables: read, calls }: NamesRead): boolean =>
    read.some((name) => tables.has(name)) || calls.some((name) => macros.has(name));
  const queries = await stored;
  for (let before = -1; before !== tables.size + macros.size; ) {
    before = tables.size + macros.size;
    for (const { kind, name, reads } of queries)
      if (reads === null || isDenied(reads)) (kind === 'view' ? tables : macros).add(name);
  }
  return isDenied(await namesRead(sql, sql, database.platform.dialect, signal));
}

async function listStoredQueries(database: Database, signal: AbortSignal): Promise<readonly StoredReads[]> {
  const { dialect } = database.platform;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(secondsToList * 1000)]);
  const stored = await database.storedQueries(patience).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The views that a role may not read could not be listed: ${why}`, { cause: error });
  });
  const found: StoredReads[] = [];
  for (const { kind, name, definition } of stored) {
    const isTold = definition.trim() !== '';
    const reads = isTold ? await namesRead(bodyOf(definition, dialect), definition, dialect, signal) : null;
    found.push({ kind, name: foldIdentifier(name, dialect), reads });
  }
  return found;
}

/** What a query reads; where that cannot be told, every word of the text it stands in. */
async function namesRead(
  query: string,
  text: string,
  dialect: string,
  signal: AbortSignal,
): Promise<NamesRead> {
  const read = await readTables(query, dialect, signal);
  const tables = read.kind === 'read' ? read.tables.map(({ name }) => name) : namesIn(text, dialect);
  const fold = (name: string): string => foldIdentifier(name, dialect);
  return { tables: tables.map(fold), calls: calledIn(text, dialect).map(fold) };
}

/** The query of a CREATE VIEW, or the text itself. */
function bodyOf(definition: string, dialect: string): string {
  const tokens = tokenize(definition, dialect);
  const words = tokens.map((token) => definition.slice(token.start, token.end).toLowerCase());
  if (words[0] !== 'create') return definition;
  return definition.slice(tokens[words.indexOf('as')]?.end ?? 0);
}

/** Names in a text that stand before an opening bracket, as macros do. */
function calledIn(sql: string, dialect: string): readonly string[] {
  const code = tokenize(sql, dialect).filter(({ kind }) => kind !== 'comment');
  return code.flatMap((token, at) =>
    (token.kind === 'word' || token.kind === 'name') && sql[code[at + 1]?.start ?? -1] === '('
      ? [identifierText(sql, token)]
      : [],
  );
}

/** Every word, name and literal of a text. */
function namesIn(sql: string, dialect: string): readonly string[] {
  return tokenize(sql, dialect).map((token) => identifierText(sql, token));
}
