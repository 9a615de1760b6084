import type { Ask } from './ask.js';
import { type MysqlGrants, readGrants } from './mysql-grants.js';

/** What a user may do by itself and through every role it can take on. */
export async function allGrants(ask: Ask, isMariadb: boolean): Promise<MysqlGrants> {
  const lines = await linesOf(ask, 'SHOW GRANTS');
  const { roles } = readGrants(lines);
  if (isMariadb) {
    lines.push(...(await linesOf(ask, 'SHOW GRANTS FOR PUBLIC').catch(() => [])));
    if (roles.length > 0) lines.push(...(await linesOfRoles(ask)));
  } else if (roles.length > 0) {
    const using = await ask('SELECT ROLE_NAME, ROLE_HOST FROM information_schema.APPLICABLE_ROLES');
    const named = using.map(([name, host]) => `${quoted(name!)}@${quoted(host!)}`);
    if (named.length > 0) {
      lines.push(...(await linesOf(ask, `SHOW GRANTS FOR CURRENT_USER() USING ${named.join(', ')}`)));
    }
  }
  return readGrants([...new Set(lines)]);
}

/** MariaDB shows the grants of a role only to who has it set. */
async function linesOfRoles(ask: Ask): Promise<readonly string[]> {
  const rows = await ask(
    'SELECT DISTINCT ROLE_NAME, CURRENT_ROLE() FROM information_schema.APPLICABLE_ROLES',
  );
  const lines: string[] = [];
  const before = rows[0]?.[1] ?? null;
  for (const [name] of rows) {
    // A role that only another role holds cannot be set by itself, and is shown with that one.
    const set = await ask(`SET ROLE ${quoted(name!)}`).catch(() => null);
    if (set !== null) lines.push(...(await linesOf(ask, 'SHOW GRANTS')));
  }
  await ask(`SET ROLE ${before === null ? 'NONE' : quoted(before)}`);
  return lines;
}

async function linesOf(ask: Ask, sql: string): Promise<string[]> {
  return (await ask(sql)).map(([line]) => line!);
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
