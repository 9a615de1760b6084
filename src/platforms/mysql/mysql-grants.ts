/** What a user may do, as its grants say. */
export interface MysqlGrants {
  /** Rights that change data, schema, settings or files, as `INSERT on shop.orders`. */
  readonly writing: readonly string[];
  /** Rights that a reader does without and that show or hold up others, in the same form. */
  readonly doubtful: readonly string[];
  /** Roles that the user can take on. */
  readonly roles: readonly string[];
  readonly mayShowViews: boolean;
  /** May read the server's own tables, with the hashes of passwords. */
  readonly readsEverything: boolean;
}

const reading = new Set([
  'usage',
  'select',
  'show databases',
  'show view',
  'show_routine',
  'show create routine',
  'references',
  'replication client',
  'binlog monitor',
  'slave monitor',
  'replica monitor',
]);

const doubted = new Set(['execute', 'process', 'lock tables', 'create temporary tables', 'event monitor']);

/** Reads lines of SHOW GRANTS. What is in no list of ours counts as writing. */
export function readGrants(lines: readonly string[]): MysqlGrants {
  const writing: string[] = [];
  const doubtful: string[] = [];
  const roles: string[] = [];
  let mayShowViews = false;
  let readsEverything = false;
  for (const line of lines) {
    const { text, names } = withoutNames(line);
    const spelled = (part: string): string => part.replace(/«(\d+)»/g, (_all, at) => names[Number(at)]!);
    const granted = /^GRANT (.+?) ON (.+?) TO /i.exec(text);
    if (granted === null) {
      const role = /^GRANT (.+?) TO /i.exec(text);
      if (role !== null) roles.push(...role[1]!.split(/, ?/).map((one) => spelled(one.replace(/@.*$/, ''))));
      // REVOKE lines only take rights away, SET DEFAULT ROLE gives none.
      else if (/^GRANT/i.test(text)) writing.push('a right that could not be read');
      continue;
    }
    const object = spelled(granted[2]!);
    for (const part of granted[1]!.replace(/\([^)]*\)/g, '').split(',')) {
      const right = part.trim().toLowerCase().replace(/\s+/g, ' ');
      const named = `${right.toUpperCase()} on ${object}`;
      if (right === 'show view') mayShowViews = true;
      if (object === '*.*' && (right === 'select' || right.startsWith('all'))) readsEverything = true;
      if (reading.has(right)) continue;
      if (right.startsWith('all')) mayShowViews = true;
      (doubted.has(right) ? doubtful : writing).push(named);
    }
    if (/ WITH .*GRANT OPTION/i.test(text)) writing.push(`GRANT OPTION on ${object}`);
  }
  return { writing, doubtful, roles, mayShowViews, readsEverything };
}

/** The line with numbers in the place of quoted names, so that no name is taken for a word of the grammar. */
function withoutNames(line: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const text = line.replace(/`((?:[^`]|``)*)`|"((?:[^"]|"")*)"|'((?:[^'\\]|''|\\.)*)'/g, (_all, a, b, c) => {
    names.push(a ?? b ?? c);
    return `«${names.length - 1}»`;
  });
  return { text, names };
}
