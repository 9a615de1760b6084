type Value = number | string | null;

/** Statements that fill the tables of the fixtures: NULLs, duplicates, ties, empty tables; keys and foreign keys hold. */
export function smallDatabases(count: number, dynamic: boolean): readonly (readonly string[])[] {
  return Array.from({ length: count }, (_, seed) => fill(random(seed + 1), dynamic));
}

function fill(next: (below: number) => number, dynamic: boolean): readonly string[] {
  const rows = (most: number): number => (next(5) === 0 ? 0 : next(most + 1));
  const whole = (): Value => (next(4) === 0 ? null : next(3));
  // SQLite keeps any value in any column.
  const loose = (): Value => (dynamic && next(8) === 0 ? ['x', 1.5, '01'][next(3)]! : whole());
  const text = (): Value => (next(4) === 0 ? null : ['x', 'X', 'y', '1', '1.0'][next(5)]!);
  const parents = Array.from({ length: rows(5) }, (_, at) => at + next(2) * 10);
  const ids = [...new Set(parents)];
  const parent = (): Value => ids[next(ids.length)]!;
  const children = ids.length === 0 ? 0 : rows(6);
  return [
    ...ids.map((id) => insert('p', [id, loose(), loose(), text(), next(3)])),
    ...Array.from({ length: children }, (_, at) =>
      insert('c', [at, next(3) === 0 ? null : parent(), parent(), loose(), text()]),
    ),
    ...Array.from({ length: rows(5) }, () => insert('u', [loose(), whole(), text()])),
  ];
}

function insert(table: string, values: readonly Value[]): string {
  const texts = values.map((value) =>
    value === null ? 'NULL' : typeof value === 'string' ? `'${value}'` : String(value),
  );
  return `INSERT INTO ${table} VALUES (${texts.join(', ')})`;
}

/** Numbers below a bound, the same for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}
