import { run } from '../../src/run.js';
import { closeParser } from '../../src/sql/index.js';

/** Runs a suite in a process of its own, so that a test can kill it. Prints the counts at the end. */
const [file, resume] = process.argv.slice(2);
const result = await run({ suite: file!, ...(resume === undefined ? {} : { resume }) });
process.stdout.write(
  JSON.stringify({ counts: result.counts, repeatedCalls: result.summary.info.repeatedCalls }),
);
await closeParser();
