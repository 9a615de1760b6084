// Prints `PASSED FAILED` of a Vitest JSON report. A run that ended badly without a failed test counts as one failure, so
// that a file that could not be loaded, an unhandled error or a missing report is never silent.
import { readFileSync } from 'node:fs';

const [, , report, status] = process.argv;
let passed = 0;
let failed = 0;
try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  passed = numPassedTests;
  failed = numFailedTests;
} catch {
  failed = 1;
}
if (status !== '0' && failed === 0) failed = 1;
if (passed === 0 && failed === 0) failed = 1;
console.log(`${passed} ${failed}`);
