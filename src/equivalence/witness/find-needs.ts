import type { WitnessNeed, WitnessRealism } from '../../types/index.js';
import { baseValues, numberedValue } from './base-values.js';
import { checkStability, type SearchPair, type Stability } from './check-stability.js';
import { fitCell } from './fit-cell.js';
import { generateRows } from './generate-rows.js';
import { areLegal, legalRows, type TestRows } from './legality.js';
import { type PairRunner, SearchStopped } from './pair-runner.js';
import { profiles } from './profiles.js';
import { seededRandom } from './random.js';
import type { SearchHints } from './search-hints.js';
import { edited } from './shrink.js';

/** What a smallest counterexample cannot do without, and the rows with what it can do without put right. */
export async function findNeeds(
  runner: PairRunner,
  pair: SearchPair,
  hints: SearchHints,
  rows: TestRows,
  stability: Stability,
  realism: WitnessRealism,
): Promise<{ readonly needs: readonly WitnessNeed[]; readonly rows: TestRows }> {
  const needs: WitnessNeed[] = [];
  let current = rows;
  if (runner.schema.some((table, at) => table.used && rows[at]!.length === 0)) {
    const filled = await firstStable(filledTables());
    if (filled === null) needs.push('empty-table');
    else if (realism === 'synthetic') current = filled;
  }
  if (hasNulls(current) && (await firstStable(withoutNulls(current))) === null) needs.push('null');
  const apart = withoutDuplicates(current);
  if (apart.hadSome && (await firstStable(apart.rows)) === null) needs.push('duplicate');
  if (stability.varies) needs.push('tie');
  return { needs, rows: current };

  async function firstStable(choices: readonly TestRows[]): Promise<TestRows | null> {
    try {
      for (const choice of choices)
        if ((await checkStability(runner, pair, choice, false)).stable) return choice;
    } catch (error) {
      if (!(error instanceof SearchStopped)) throw error;
    }
    return null;
  }

  function filledTables(): TestRows[] {
    const random = seededRandom('fill');
    const options = {
      hasBooleans: runner.engine.hasBooleans,
      strictTypes: runner.engine.strictTypes,
    };
    return [profiles[0]!, profiles[5]!, profiles[1]!, profiles[5]!].map((profile) => {
      const other = generateRows(runner.schema, hints, profile, random, options);
      return legalRows(
        runner.schema,
        rows.map((table, at) =>
          table.length === 0 ? other[at]!.slice(0, 1) : [...table, ...extra(other, at)],
        ),
      );
    });
  }

  function withoutNulls(from: TestRows): TestRows[] {
    return [0, 1, 2, 3]
      .map((choice) =>
        from.map((table, at) =>
          table.map((row, rowAt) =>
            row.map((cell, index) => {
              const column = runner.schema[at]!.columns[index]!;
              if (cell !== null || !column.mentioned) return cell;
              const hint = hints.hint(runner.schema[at]!, index);
              const values = [
                ...baseValues(column.kind, hint, runner.engine.hasBooleans).slice(0, 2),
                ...hint.satisfy,
              ];
              const value =
                (choice < 3 ? values[choice] : undefined) ?? numberedValue(column.kind, 7 + rowAt);
              return fitCell(value, column.kind, runner.engine.strictTypes) ?? cell;
            }),
          ),
        ),
      )
      .filter((one) => areLegal(runner.schema, one) && !hasNulls(one));
  }

  function hasNulls(some: TestRows): boolean {
    return runner.schema.some((table, at) =>
      table.columns.some((column, index) => column.mentioned && some[at]!.some((row) => row[index] === null)),
    );
  }

  /** A row that a filled table's foreign keys may point at. */
  function extra(other: TestRows, at: number): TestRows[number] {
    const child = runner.schema.findIndex(
      (table, index) =>
        rows[index]!.length === 0 && table.foreignKeys.some(({ parent }) => parent === runner.schema[at]),
    );
    return child < 0 ? [] : other[at]!;
  }

  function withoutDuplicates(from: TestRows): { hadSome: boolean; rows: TestRows[] } {
    const choices: TestRows[] = [];
    let hadSome = false;
    runner.schema.forEach((table, at) => {
      const keyed = new Set(table.keys.filter((key) => key.length === 1).flat());
      const compared = table.columns.flatMap((column, index) =>
        column.mentioned && !keyed.has(index) ? [index] : [],
      );
      const seen = new Map<string, number>();
      from[at]!.forEach((row, rowAt) => {
        const text = JSON.stringify(compared.map((index) => String(row[index])));
        if (compared.length > 0 && seen.has(text)) {
          hadSome = true;
          for (const index of compared) {
            const { kind } = table.columns[index]!;
            const to = fitCell(numberedValue(kind, 77), kind, runner.engine.strictTypes);
            if (to !== undefined) choices.push(edited(from, [{ table: at, row: rowAt, column: index, to }]));
          }
        }
        seen.set(text, rowAt);
      });
    });
    return { hadSome, rows: choices.filter((one) => areLegal(runner.schema, one)).slice(0, 6) };
  }
}
