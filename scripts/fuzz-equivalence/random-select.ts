import type { Random } from './random.js';
import type { ColumnKind, ModelTable, SchemaModel } from './schema-model.js';
import type { Condition, Select, Source } from './select-model.js';

/** Makes queries over a schema; names of tables in FROM are never used twice. */
export class SelectMaker {
  #aliases = 0;

  constructor(
    readonly schema: SchemaModel,
    readonly random: Random,
  ) {}

  alias(): string {
    this.#aliases += 1;
    return `q${this.#aliases}`;
  }

  source(table: ModelTable, join: Source['join'] = 'inner', on: readonly Condition[] = []): Source {
    return { table, alias: this.alias(), join, on, derived: null };
  }

  /** A whole query: joins, conditions, perhaps groups, an order and a limit. */
  select(): Select {
    const { random } = this;
    const from: Source[] = [this.source(random.pick(this.schema))];
    for (let left = random.below(3); left > 0; left--) from.push(this.#joined(from));
    const where = Array.from({ length: random.below(3) }, () => this.condition(from));
    const plain: Select = {
      from,
      where,
      outputs: Array.from({ length: 1 + random.below(2) }, () => this.output(from)),
      distinct: random.chance(0.2),
      groupBy: [],
      having: [],
      order: [],
      limit: null,
    };
    const made = random.chance(0.35) ? this.#grouped(plain) : plain;
    if (!random.chance(0.2)) return made;
    const order = [{ output: random.below(made.outputs.length), descending: random.chance(0.5) }];
    return { ...made, order, limit: random.chance(0.4) ? 1 + random.below(3) : null };
  }

  column(from: readonly Source[], kind?: ColumnKind): string {
    const all = from.flatMap(({ table, alias }) =>
      table.columns
        .filter((one) => kind === undefined || one.kind === kind)
        .map(({ name }) => `${alias}.${name}`),
    );
    return all.length === 0 ? this.column(from) : this.random.pick(all);
  }

  literal(kind: ColumnKind): string {
    if (kind === 'TEXT') return this.random.pick(["'x'", "'X'", "'1'", "'foo'", "''"]);
    return kind === 'REAL' || kind === 'DECIMAL(8, 2)'
      ? this.random.pick(['0.5', '1.0', '1', '2'])
      : this.random.pick(['0', '1', '2', '3']);
  }

  condition(from: readonly Source[], deep = true): Condition {
    const { random } = this;
    const kind = random.pick<ColumnKind>(['INTEGER', 'INTEGER', 'TEXT', 'REAL', 'DECIMAL(8, 2)']);
    const of = this.column(from, kind);
    const operator = random.pick(['=', '=', '<>', '<', '<=', '>', '>=']);
    const choice = random.below(deep ? 12 : 6);
    if (choice < 2) return { kind: 'compare', operator, left: of, right: this.literal(kind) };
    if (choice === 2) return { kind: 'compare', operator, left: of, right: this.column(from, kind) };
    if (choice === 3) return { kind: 'null', of, not: random.chance(0.5) };
    if (choice === 4) return { kind: 'between', of, low: this.literal(kind), high: this.literal(kind) };
    if (choice === 5) {
      const items = Array.from({ length: 1 + random.below(3) }, () => this.literal(kind));
      return { kind: 'list', of, items, not: random.chance(0.3) };
    }
    if (choice < 9) {
      const parts = [this.condition(from, false), this.condition(from, false)];
      if (choice === 8) return { kind: 'not', part: random.chance(0.5) ? parts[0]! : { kind: 'or', parts } };
      return { kind: choice === 6 ? 'or' : 'and', parts };
    }
    return this.#subquery(from, of, kind);
  }

  output(from: readonly Source[]): string {
    const { random } = this;
    const column = this.column(from);
    if (random.chance(0.8)) return column;
    return random.pick([
      `COALESCE(${column}, ${this.column(from)})`,
      `CASE WHEN ${column} IS NULL THEN 0 ELSE 1 END`,
      `${this.column(from, 'INTEGER')} + ${this.column(from, 'INTEGER')}`,
      '1',
    ]);
  }

  aggregate(from: readonly Source[]): string {
    const { random } = this;
    const number = this.column(from, 'INTEGER');
    return random.pick([
      'COUNT(*)',
      `COUNT(${this.column(from)})`,
      `COUNT(DISTINCT ${this.column(from)})`,
      `SUM(${number})`,
      `MIN(${this.column(from)})`,
      `MAX(${this.column(from)})`,
      `AVG(${number})`,
      `SUM(CASE WHEN ${number} > 1 THEN 1 ELSE 0 END)`,
      `COUNT(CASE WHEN ${number} > 1 THEN 1 END)`,
    ]);
  }

  /** A join along a foreign key where there is one, else over any two columns. */
  #joined(from: readonly Source[]): Source {
    const { random, schema } = this;
    const join = random.pick(['inner', 'inner', 'comma', 'left'] as const);
    const links = from.flatMap(({ table, alias }) => [
      ...table.foreignKeys.map(({ column, parent, parentColumn }) => ({
        table: schema.find(({ name }) => name === parent)!,
        left: `${alias}.${column}`,
        right: parentColumn,
      })),
      ...schema.flatMap((child) =>
        child.foreignKeys
          .filter(({ parent }) => parent === table.name)
          .map(({ column, parentColumn }) => ({
            table: child,
            left: `${alias}.${parentColumn}`,
            right: column,
          })),
      ),
    ]);
    if (links.length > 0 && random.chance(0.75)) {
      const { table, left, right } = random.pick(links);
      const source = this.source(table, join);
      return { ...source, on: [{ kind: 'compare', operator: '=', left, right: `${source.alias}.${right}` }] };
    }
    const source = this.source(random.pick(schema), join);
    const kind = random.pick<ColumnKind>(['INTEGER', 'TEXT']);
    const right = this.column([source], kind);
    return { ...source, on: [{ kind: 'compare', operator: '=', left: this.column(from, kind), right }] };
  }

  #grouped(plain: Select): Select {
    const { random } = this;
    const groupBy = Array.from({ length: random.below(3) }, () => this.column(plain.from));
    const keys = [...new Set(groupBy)];
    const outputs = [...(random.chance(0.8) ? keys : keys.slice(1)), this.aggregate(plain.from)];
    const having: Condition[] =
      keys.length === 0 || !random.chance(0.4)
        ? []
        : [
            random.chance(0.5)
              ? { kind: 'compare', operator: '>', left: this.aggregate(plain.from), right: '1' }
              : { kind: 'compare', operator: '<>', left: random.pick(keys), right: '1' },
          ];
    return { ...plain, groupBy: keys, outputs, having };
  }

  #subquery(from: readonly Source[], of: string, kind: ColumnKind): Condition {
    const { random } = this;
    const source = this.source(random.pick(this.schema));
    const inner = this.column([source], kind);
    const where = random.chance(0.5) ? [this.condition([source], false)] : [];
    const base: Select = {
      from: [source],
      where,
      outputs: [inner],
      distinct: random.chance(0.15),
      groupBy: [],
      having: [],
      order: [],
      limit: null,
    };
    const not = random.chance(0.35);
    if (random.chance(0.5)) return { kind: 'in', of, query: base, not };
    const link: Condition = { kind: 'compare', operator: '=', left: inner, right: this.column(from, kind) };
    return { kind: 'exists', query: { ...base, outputs: ['1'], where: [...where, link] }, not };
  }
}
