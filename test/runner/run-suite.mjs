/** Runs a suite in a process of its own, so that a test can kill it. Prints the counts at the end. */
const [entry, file, resume] = process.argv.slice(2);
const { run } = await import(entry);
const { counts, summary } = await run({ suite: file, ...(resume === undefined ? {} : { resume }) });
const { repeatedCalls } = summary.info;
process.stdout.write(JSON.stringify({ counts, repeatedCalls }), () => process.exit(0));
