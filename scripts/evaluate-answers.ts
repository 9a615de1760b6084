import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEvaluator } from '../src/runner/index.js';
import { createSuite } from '../src/suite/index.js';
import type { Case, CaseResult, DatasourceConfig, Scorer, SolverOutput } from '../src/types/index.js';

/** Scores one answer per case on one database, in the cases' order. */
export async function evaluateAnswers(
  datasource: DatasourceConfig,
  cases: readonly Case[],
  scorers: readonly Scorer[],
  answer: (caseId: string) => SolverOutput | string,
): Promise<readonly CaseResult[]> {
  const evaluator = await openEvaluator({
    suite: createSuite({ datasources: { main: datasource }, cases }),
    scorers,
    solver: {
      name: 'answers',
      async solve({ caseId }) {
        const given = answer(caseId);
        return typeof given === 'string' ? { status: 'success', sql: given } : given;
      },
    },
  });
  try {
    const results: CaseResult[] = [];
    for (const run of evaluator.runs) results.push((await evaluator.evaluate(run))!);
    return results;
  } finally {
    await evaluator.close();
  }
}

export function readJsonLines<T>(file: string): readonly T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

/**
 * The folder that `--data DIR` means: DIR itself, DIR/name or DIR/suites/name, whichever holds `file`. Without one it
 * prints how the command is called and sets exit code 2.
 */
export function dataFolder(command: string, name: string, file: string): string | undefined {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  const { data } = values;
  const folders = data === undefined ? [] : [data, join(data, name), join(data, 'suites', name)];
  const folder = folders.find((path) => existsSync(join(path, file)));
  if (folder === undefined) {
    process.stderr.write(
      `usage: npm run ${command} -- --data DIR  (DIR, DIR/${name} or DIR/suites/${name} holds ${file})\n`,
    );
    process.exitCode = 2;
  }
  return folder;
}
