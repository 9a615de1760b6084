import { closestName } from '../../registry/index.js';
import type { SuiteProblem } from '../problem.js';
import type { LocatedCase } from './located-case.js';

/** The names of a suite that its cases may refer to. */
export interface KnownNames {
  /** Datasource to its path, or null for one made by scripts. */
  readonly datasources: ReadonlyMap<string, string | null>;
  readonly roles: readonly string[];
}

type CaseCheck = (item: LocatedCase, known: KnownNames) => SuiteProblem[];

/** Finds what is wrong with cases beyond the shape of each: doubled ids, and names that nothing bears. */
export function checkCases(cases: readonly LocatedCase[], known: KnownNames): SuiteProblem[] {
  const checks: readonly CaseCheck[] = [
    unknownDatasources,
    unusableDatasources,
    unknownRoles,
    sqlOfDatasources,
    rowWidths,
  ];
  return [...doubledIds(cases), ...cases.flatMap((item) => checks.flatMap((check) => check(item, known)))];
}

function doubledIds(cases: readonly LocatedCase[]): SuiteProblem[] {
  const first = new Map<string, LocatedCase>();
  return cases.flatMap((item) => {
    const { id } = item.value;
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, item);
      return [];
    }
    const { file, line } = earlier.at(['id']);
    return [{ message: `The id "${id}" is already used at ${file}:${line}`, location: item.at(['id']) }];
  });
}

function unknownDatasources({ value, at }: LocatedCase, { datasources }: KnownNames): SuiteProblem[] {
  return (value.datasources ?? []).flatMap((name, index) =>
    datasources.has(name)
      ? []
      : [
          {
            message: unknownName('datasource', name, [...datasources.keys()]),
            location: at(['datasources', index]),
          },
        ],
  );
}

function unusableDatasources({ value, at }: LocatedCase, { datasources }: KnownNames): SuiteProblem[] {
  if (value.datasources === undefined) {
    return [
      { message: `Case ${value.id} does not say which of the datasources answers it`, location: at([]) },
    ];
  }
  const needsDatabase = value.datasources.find((name) => datasources.get(name)?.includes('{db_id}'));
  if (needsDatabase === undefined || value.dbId !== undefined) return [];
  return [
    {
      message: `Case ${value.id} has no db_id, but datasource "${needsDatabase}" holds many databases`,
      location: at([]),
    },
  ];
}

function unknownRoles({ value, at }: LocatedCase, { roles }: KnownNames): SuiteProblem[] {
  const expected = Object.keys(value.expected ?? {});
  if (expected.length === 0) {
    const message = `Case ${value.id} does not say what is expected; name at least one of the roles ${roles.join(', ')}`;
    return [{ message, location: at([]) }];
  }
  return expected
    .filter((role) => !roles.includes(role))
    .map((role) => ({ message: unknownName('role', role, roles), location: at(['expected', role]) }));
}

function sqlOfDatasources({ value, at }: LocatedCase): SuiteProblem[] {
  const { sql, datasources = [] } = value;
  if (sql === undefined || typeof sql === 'string') return [];
  return Object.keys(sql)
    .filter((name) => !datasources.includes(name))
    .map((name) => ({
      message: `Case ${value.id} has sql for "${name}", which is not among its datasources`,
      location: at(['sql', name]),
    }));
}

function rowWidths({ value, at }: LocatedCase): SuiteProblem[] {
  const { rows, altRows = [], resultColumns, columnsTyped } = value;
  if (rows === undefined) return [];
  const width = resultColumns?.length ?? rows[0]?.length;
  const problems = rows.flatMap((row, index) =>
    row.length === width
      ? []
      : [{ message: `The row has ${row.length} of ${width} cells`, location: at(['rows', index]) }],
  );
  if (columnsTyped !== undefined && width !== undefined && columnsTyped.length !== width) {
    problems.push({
      message: `columns_typed has ${columnsTyped.length} columns, and the rows have ${width}`,
      location: at(['columns_typed']),
    });
  }
  return [
    ...problems,
    ...altRows.flatMap((alternative, index) =>
      new Set(alternative.map((row) => row.length)).size > 1
        ? [{ message: 'The rows differ in their number of cells', location: at(['alt_rows', index]) }]
        : [],
    ),
  ];
}

/** The message for a name that nothing bears, with the one that may have been meant. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const suggestion = closestName(name, known);
  const some = [...new Set(known)].slice(0, 10);
  const there = `there are ${some.join(', ') || 'none'}${some.length < new Set(known).size ? ', ...' : ''}`;
  const advice = suggestion === undefined ? there : `did you mean "${suggestion}"?`;
  return `There is no ${what} "${name}"; ${advice}`;
}
