import type { Client, FieldDef } from 'pg';
import { loadDriver } from '../server/load-driver.js';

/** A row as the server sends it in text. */
export type TextRow = readonly (string | null)[];

/** What is used of pg-cursor, whose own types know nothing of the description of rows. */
export interface TextCursor {
  read(count: number): Promise<TextRow[]>;
  close(): Promise<void>;
  /** Filled when the server has described the rows. */
  readonly _result: { readonly fields: readonly FieldDef[] };
}

interface PgDriver {
  readonly Client: typeof Client;
}

type CursorClass = new (
  sql: string,
  values: undefined,
  config: { readonly rowMode: 'array'; readonly types: typeof textOnly },
) => TextCursor & { submit: () => void };

/** Leaves every value as the text it came in. */
export const textOnly = { getTypeParser: () => (text: string) => text };

/** @throws SqlassayError E_DRIVER_MISSING */
export function loadPg(): { readonly Client: typeof Client; readonly Cursor: CursorClass } {
  const install = 'pg pg-cursor';
  const { Client } = loadDriver<PgDriver>('pg', install);
  const Cursor = loadDriver<CursorClass>('pg-cursor', install);
  return { Client, Cursor };
}
