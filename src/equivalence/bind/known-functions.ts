/** Deterministic functions whose result hangs on their arguments alone, by the parser's node or by name, in lower case. */
const everywhere = new Set(
  `abs round upper lower length trim ltrim rtrim substring substr replace ceil ceiling floor sqrt power pow exp ln log
  log10 log2 sign concat concat_ws left right lpad rpad reverse repeat str_position position instr ascii mod_function mod_func
  extract year month day hour minute second quarter date_trunc date_part greatest least pi degrees radians sin cos tan
  asin acos atan atan2 char_length character_length initcap`.split(/\s+/),
);

const byDialect: Readonly<Record<string, ReadonlySet<string>>> = {
  sqlite: new Set(
    `strftime date datetime time julianday unixepoch printf format hex typeof unicode char quote min max glob like
    ifnull nullif trunc zeroblob`.split(/\s+/),
  ),
  mysql: new Set(
    'date_format dayofweek dayofyear dayofmonth weekday datediff str_to_date format isnull if date last_day elt field find_in_set substring_index truncate hex'.split(
      ' ',
    ),
  ),
  postgres: new Set(
    'to_char to_date to_timestamp split_part btrim strpos div chr md5 age make_date trunc'.split(' '),
  ),
  duckdb: new Set(
    'strftime strptime split_part strpos list_value datediff date_diff epoch monthname dayname trunc contains starts_with ends_with prefix suffix'.split(
      ' ',
    ),
  ),
  tsql: new Set('isnull len datepart year month day datediff charindex stuff'.split(' ')),
  snowflake: new Set('split_part to_date to_char nvl zeroifnull iff datediff'.split(' ')),
  bigquery: new Set('format_date parse_date safe_divide date_diff regexp_contains'.split(' ')),
};

/** Functions that read the clock where an argument says so, or where one is missing. */
const clockReaders = new Set('strftime date datetime time julianday unixepoch'.split(' '));

/** Words in a date function's arguments that bring in the clock or the place. */
const clockWords = /^\s*(now|localtime|utc|today|tomorrow|yesterday|auto|epoch|infinity)\s*$/i;

export function isDeterministic(name: string, dialect: string): boolean {
  return everywhere.has(name) || (byDialect[dialect]?.has(name) ?? false);
}

/** Whether a call reads the clock: SQLite's `date()`, `strftime('%Y')`, `date('now')`. */
export function readsClock(name: string, texts: readonly (string | null)[]): boolean {
  if (texts.some((text) => text !== null && clockWords.test(text))) return true;
  return clockReaders.has(name) && texts.length < (name === 'strftime' ? 2 : 1);
}
