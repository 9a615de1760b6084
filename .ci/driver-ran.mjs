// Fails unless tests of this driver ran and passed in a Vitest JSON report: a battery that skips a driver is silent.
import { readFileSync } from 'node:fs';

const [, , report, driver] = process.argv;
const results = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => file.assertionResults);
const passed = results.filter(
  ({ status, fullName }) => status === 'passed' && fullName.includes(`(${driver})`),
);
console.log(`${passed.length} tests of ${driver} passed`);
process.exitCode = passed.length > 20 ? 0 : 1;
