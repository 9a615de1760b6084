import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';

/** Functions whose result another call may not give again, whatever the data is. */
const randomFunctions = new Set(
  (
    'random rand randomblob randn uuid gen_random_uuid uuid_generate_v4 uuidv4 uuidv7 newid setseed nextval currval lastval ' +
    'last_insert_rowid changes total_changes txid_current pg_backend_pid connection_id sleep pg_sleep timeofday sysdate ' +
    'clock_timestamp sqlite_offset sampling tablesample'
  ).split(' '),
);
/** Functions of the clock: the same at one instant. */
const clockFunctions = new Set(
  (
    'now current_date current_time current_timestamp localtime localtimestamp getdate curdate curtime today ' +
    'transaction_timestamp statement_timestamp utc_date utc_time utc_timestamp unix_timestamp age'
  ).split(' '),
);
/** They read the clock when they are given nothing to read. */
const dateFunctions = new Set(['date', 'time', 'datetime', 'julianday', 'unixepoch']);

/** The first function in a query that makes its result a matter of chance; null when there is none. */
export function findRandomness(sql: string, dialect: string): string | null {
  const tokens = spelledTokens(sql, dialect);
  const found = tokens.find(
    (token, at) =>
      token.kind === 'word' &&
      randomFunctions.has(token.value) &&
      (tokens[at + 1]?.value === '(' || token.value === 'sysdate' || token.value === 'tablesample'),
  );
  return found?.value ?? null;
}

/** Whether a query reads the clock. */
export function readsClock(sql: string, dialect: string): boolean {
  const tokens = spelledTokens(sql, dialect);
  return tokens.some((token, at) => clockUse(tokens, token, at) !== null);
}

const instant = '2024-06-15 12:00:00';
const pinned: Readonly<Record<string, readonly [type: string, text: string]>> = {
  current_date: ['DATE', `'${instant.slice(0, 10)}'`],
  current_time: ['TIME', `'${instant.slice(11)}'`],
  current_timestamp: ['TIMESTAMP', `'${instant}'`],
};

/**
 * The query with the clock's words replaced by one instant; null where it reads the clock in another way.
 *
 * @param typed whether the engine has types for dates, or shows the clock as text
 */
export function pinClock(sql: string, dialect: string, typed: boolean): string | null {
  const tokens = spelledTokens(sql, dialect);
  let text = '';
  let end = 0;
  for (const [at, token] of tokens.entries()) {
    const use = clockUse(tokens, token, at);
    if (use === null) continue;
    const replaced = use === 'now' ? (['', `'${instant}'`] as const) : pinned[use];
    if (replaced === undefined || (use === 'now' && typed)) return null;
    text += sql.slice(end, token.start) + (typed ? replaced.join(' ') : replaced[1]);
    end = token.end;
  }
  return text + sql.slice(end);
}

function clockUse(tokens: readonly SpelledToken[], token: SpelledToken, at: number): string | null {
  if (token.kind === 'string') return token.value.toLowerCase() === 'now' ? 'now' : null;
  if (token.kind !== 'word') return null;
  if (tokens[at - 1]?.value === '.' || tokens[at + 1]?.value === '.') return null;
  const called = tokens[at + 1]?.value === '(';
  if (token.value.startsWith('current_')) return clockFunctions.has(token.value) ? token.value : null;
  if (called && clockFunctions.has(token.value)) return `${token.value}()`;
  if (called && dateFunctions.has(token.value) && tokens[at + 2]?.value === ')') return `${token.value}()`;
  return null;
}
