import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-driver.js';

/** Finds the bytes of a text that is not valid UTF-8. */
export interface ExactTextReader {
  read(row: readonly SqliteValue[], index: number, column: number): Uint8Array;
  free(): void;
}

/**
 * Where a driver does not give a text's bytes, the query is run a second time with every text cast to a blob, in step
 * with the first. Both must show the same rows in the same order; a query that does not repeat itself fails, because
 * two different broken texts would look equal.
 */
export function exactTextReader(
  database: SqliteDatabase,
  sql: string,
  statement: SqliteStatement,
): ExactTextReader {
  const { textBytes } = statement;
  if (textBytes !== undefined) return { read: (_row, _index, column) => textBytes(column), free() {} };
  let second: { statement: SqliteStatement; rows: Iterator<readonly SqliteValue[]>; next: number } | null =
    null;
  let current: readonly SqliteValue[] = [];
  return {
    read(row, index, column) {
      if (second === null) {
        const repeated = database.prepare(asBlobs(sql, statement.columns.length));
        second = { statement: repeated, rows: repeated.rows()[Symbol.iterator](), next: 0 };
      }
      for (; second.next <= index; second.next++) {
        const step = second.rows.next();
        if (step.done === true) throw notRepeatable();
        current = step.value;
      }
      if (!row.every((value, at) => sameValue(value, current[at] ?? null))) throw notRepeatable();
      return current[column] as Uint8Array;
    },
    free() {
      second?.rows.return?.();
      second?.statement.free();
    },
  };
}

function asBlobs(sql: string, columns: number): string {
  const names = Array.from({ length: columns }, (_, at) => `c${at}`);
  const list = names.map(
    (name) => `case typeof(${name}) when 'text' then cast(${name} as blob) else ${name} end`,
  );
  const query = sql.replace(/[\s;]+$/, '');
  return `with q(${names.join(', ')}) as (${query}\n) select ${list.join(', ')} from q`;
}

function sameValue(first: SqliteValue, second: SqliteValue): boolean {
  if (typeof first === 'string') {
    return second instanceof Uint8Array && Buffer.from(second).toString('utf8') === first;
  }
  if (first instanceof Uint8Array) return second instanceof Uint8Array && Buffer.from(first).equals(second);
  return Object.is(first, second);
}

function notRepeatable(): Error {
  return new Error(
    'a text is not valid UTF-8, and the query did not give the same rows again when its bytes were read',
  );
}
