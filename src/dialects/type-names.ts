/** Names of one type, by dialect; the first is the one it is reported by. */
const synonyms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  duckdb: [
    ['bigint', 'int8', 'long'],
    ['integer', 'int4', 'int', 'signed'],
    ['smallint', 'int2', 'short'],
    ['tinyint', 'int1'],
    ['double', 'float8', 'double precision'],
    ['float', 'float4', 'real'],
    ['boolean', 'bool', 'logical'],
    ['varchar', 'text', 'string', 'char', 'bpchar'],
    ['blob', 'bytea', 'binary', 'varbinary'],
    ['timestamp', 'datetime', 'timestamp without time zone'],
    ['timestamp with time zone', 'timestamptz'],
    ['time', 'time without time zone'],
    ['time with time zone', 'timetz'],
    ['decimal', 'numeric'],
    ['decimal(18,3)', 'decimal', 'numeric'],
  ],
  postgres: [
    ['bigint', 'int8'],
    ['integer', 'int4', 'int'],
    ['smallint', 'int2'],
    ['double precision', 'float8', 'float'],
    ['real', 'float4'],
    ['boolean', 'bool'],
    ['character varying', 'varchar'],
    ['character', 'char', 'bpchar'],
    ['numeric', 'decimal'],
    ['timestamp without time zone', 'timestamp'],
    ['timestamp with time zone', 'timestamptz'],
    ['time without time zone', 'time'],
    ['time with time zone', 'timetz'],
    ['bit varying', 'varbit'],
  ],
  mysql: [
    ['int', 'integer', 'int4'],
    ['bigint', 'int8'],
    ['smallint', 'int2'],
    ['tinyint', 'int1', 'bool', 'boolean'],
    ['decimal', 'numeric', 'dec'],
    ['double', 'double precision', 'float8', 'real'],
    ['float', 'float4'],
    ['char', 'character'],
    ['varchar', 'character varying'],
  ],
};

/**
 * Whether two names mean one type of a dialect. Case and blanks do not count; parameters such as `(10,2)` do, where both
 * names have them or neither has.
 */
export function isSameType(one: string, other: string, dialect: string): boolean {
  const names = [normalise(one), normalise(other)] as const;
  if (names[0] === names[1]) return true;
  const groups = synonyms[dialect] ?? [];
  const bases = names.map(splitParameters);
  if (bases[0]!.parameters !== bases[1]!.parameters)
    return groups.some((group) => names.every((name) => group.includes(name)));
  return groups.some((group) => bases.every(({ base }) => group.includes(base)));
}

function normalise(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/\s*([(),[\]])\s*/g, '$1');
}

function splitParameters(name: string): { readonly base: string; readonly parameters: string } {
  const match = /^([^(]*)(\([^)]*\))(.*)$/.exec(name);
  if (match === null) return { base: name, parameters: '' };
  return { base: `${match[1]}${match[3]}`.trim(), parameters: match[2]! };
}
