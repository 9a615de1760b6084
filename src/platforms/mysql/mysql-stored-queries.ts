import type { StoredQuery } from '../../types/index.js';
import type { Ask } from './ask.js';

/**
 * The views and functions of the connected database.
 *
 * @throws when a definition is kept from this user, because then nobody knows what it reads
 */
export async function mysqlStoredQueries(ask: Ask): Promise<readonly StoredQuery[]> {
  const views = await ask(
    'SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1',
  );
  const functions = await ask(
    `SELECT ROUTINE_NAME, ROUTINE_DEFINITION FROM information_schema.ROUTINES
     WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_TYPE = 'FUNCTION' ORDER BY 1`,
  );
  const hidden = (name: string, what: string, advice: string): Error =>
    new Error(`The server does not show this user what the ${what} ${name} reads; ${advice}`);
  return [
    ...views.map(([name, definition]): StoredQuery => {
      if (!definition) throw hidden(name!, 'view', 'grant it SHOW VIEW');
      return { kind: 'view', name: name!, definition };
    }),
    ...functions.map(([name, definition]): StoredQuery => {
      if (!definition) throw hidden(name!, 'function', 'revoke its EXECUTE, or grant it SHOW_ROUTINE');
      return { kind: 'macro', name: name!, definition };
    }),
  ];
}
