import type { Cell, Row, WitnessRealism } from '../../types/index.js';
import { baseValues } from './base-values.js';
import { checkStability, type SearchPair } from './check-stability.js';
import { compareResults } from './compare-results.js';
import { fitCell } from './fit-cell.js';
import { areLegal, legalRows, type TestRows } from './legality.js';
import { type PairRunner, pairOf, SearchStopped } from './pair-runner.js';
import type { SearchHints } from './search-hints.js';

/**
 * Smaller rows on which the queries still differ, and stay different: fewer rows, then values instead of NULLs, then
 * simpler values. A table that had rows keeps one if a query reads it, as a difference that needs no empty table is believed sooner.
 */
export async function shrinkRows(
  runner: PairRunner,
  pair: SearchPair,
  hints: SearchHints,
  found: TestRows,
  /** Values of real rows stay as they are. */
  realism: WitnessRealism,
  until: number,
): Promise<TestRows> {
  let current = found;
  try {
    current = await fewerRows(current);
    if (realism === 'synthetic') {
      current = await simplerCells(current, true);
      current = await simplerCells(current, false);
    }
  } catch (error) {
    // What was reached when time ran out is a counterexample too.
    if (!(error instanceof SearchStopped)) throw error;
  }
  return current;

  async function fewerRows(rows: TestRows): Promise<TestRows> {
    for (let size = Math.ceil(total(rows) / 2); size >= 1; ) {
      if (performance.now() > until) return rows;
      const places = rows.flatMap((table, at) => table.map((_, row) => [at, row] as const));
      const choices: TestRows[] = [];
      for (let start = 0; start < places.length; start += size) {
        const dropped = new Set(places.slice(start, start + size).map(([at, row]) => `${at} ${row}`));
        const kept = legalRows(
          runner.schema,
          rows.map((table, at) => table.filter((_, row) => !dropped.has(`${at} ${row}`))),
        );
        if (keepsTables(rows, kept)) choices.push(kept);
      }
      const smaller = await firstThatHolds(choices.sort((a, b) => total(a) - total(b)));
      if (smaller === null) size = size === 1 ? 0 : Math.ceil(size / 2);
      else {
        rows = smaller;
        size = Math.min(size, Math.max(1, Math.ceil(total(rows) / 2)));
      }
    }
    return rows;
  }

  /** Tries a simpler value for every cell, and takes all that hold together. */
  async function simplerCells(rows: TestRows, onlyNulls: boolean): Promise<TestRows> {
    if (performance.now() > until) return rows;
    const usable = simplerEdits(rows, onlyNulls).slice(0, 120);
    const choices = usable.map((edit) => edited(rows, [edit]));
    const holds = await whichDiffer(choices);
    const good: Edit[] = [];
    usable.forEach((edit, at) => {
      const same = good.some(
        (one) => one.table === edit.table && one.row === edit.row && one.column === edit.column,
      );
      if (holds[at] && !same) good.push(edit);
    });
    for (let count = good.length; count >= 1; count = Math.floor(count / 2)) {
      const all = edited(rows, good.slice(0, count));
      if ((await firstThatHolds([all])) !== null) return all;
    }
    return rows;
  }

  function simplerEdits(rows: TestRows, onlyNulls: boolean): Edit[] {
    const edits: Edit[] = [];
    for (const [at, table] of runner.schema.entries())
      for (const [rowAt, row] of rows[at]!.entries())
        for (const [columnAt, column] of table.columns.entries()) {
          const cell = row[columnAt]!;
          if (!column.mentioned || (cell === null) !== onlyNulls) continue;
          const hint = hints.hint(table, columnAt);
          const base = baseValues(column.kind, hint, runner.engine.hasBooleans).slice(0, 2);
          for (const option of onlyNulls ? [...base, ...hint.satisfy.slice(0, 2)] : base) {
            const to = fitCell(option, column.kind, runner.engine.strictTypes);
            if (to !== undefined && simplicity(to) < simplicity(cell))
              edits.push({ table: at, row: rowAt, column: columnAt, to });
          }
        }
    return edits;
  }

  async function whichDiffer(choices: readonly TestRows[]): Promise<boolean[]> {
    const legal = choices.map((rows) => areLegal(runner.schema, rows));
    const outcomes = await runner.run(
      choices
        .filter((_, at) => legal[at])
        .map((rows) => ({ rows, form: 'plain' as const, queries: [pair.gold, pair.candidate] })),
    );
    let next = 0;
    return legal.map((isLegal) => {
      if (!isLegal) return false;
      const results = pairOf(outcomes[next++]!);
      if (results === null) return false;
      const difference = compareResults(results[0], results[1], pair.ordered, pair.whole);
      return difference === 'rows' || difference === 'order';
    });
  }

  async function firstThatHolds(choices: readonly TestRows[]): Promise<TestRows | null> {
    const differ = await whichDiffer(choices);
    let tries = 0;
    for (const [at, rows] of choices.entries()) {
      if (!differ[at] || tries++ >= 3) continue;
      if ((await checkStability(runner, pair, rows, false)).stable) return rows;
    }
    return null;
  }

  function keepsTables(before: TestRows, after: TestRows): boolean {
    return runner.schema.every(
      (table, at) => !table.used || before[at]!.length === 0 || after[at]!.length > 0,
    );
  }
}

interface Edit {
  readonly table: number;
  readonly row: number;
  readonly column: number;
  readonly to: Cell;
}

export function edited(rows: TestRows, edits: readonly Edit[]): TestRows {
  return rows.map((table, at) =>
    table.map((row, rowAt): Row => {
      const mine = edits.filter((edit) => edit.table === at && edit.row === rowAt);
      if (mine.length === 0) return row;
      return row.map((cell, column) => {
        const edit = mine.find((one) => one.column === column);
        return edit === undefined ? cell : edit.to;
      });
    }),
  );
}

function total(rows: TestRows): number {
  return rows.reduce((sum, table) => sum + table.length, 0);
}

/** Smaller is simpler; NULL is the least simple, as a difference without NULLs is believed sooner. */
function simplicity(cell: Cell): number {
  if (cell === null) return 1000;
  if (typeof cell === 'string') return 10 + cell.length;
  return typeof cell === 'number' ? Math.min(9, `${cell}`.length) : 20;
}
