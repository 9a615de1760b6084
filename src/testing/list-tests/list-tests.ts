import { closeParser } from '../../sql/index.js';
import { type EvalSuiteOptions, suiteTests } from '../suite-tests.js';

/** Prints the names of a suite's tests as JSON, for test runners that want them before they can wait for anything. */
async function listTests(file: string, options: EvalSuiteOptions): Promise<void> {
  const suite = await suiteTests(file, options);
  process.stdout.write(JSON.stringify({ name: suite.name, tests: suite.tests.map(({ name }) => name) }));
  await suite.close();
  await closeParser();
}

listTests(process.argv[2]!, JSON.parse(process.argv[3] ?? '{}') as EvalSuiteOptions).catch(
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
