import { parseArgs } from 'node:util';
import { measureSets } from './measure-sets.js';

const usage = `usage: npm run bench:equivalence -- --data DIR [--json] [--set NAME ...] [--jobs 2]
         [--milliseconds 5000] [--details FILE] [--check-counterexamples 200]

Judges every pair of every set (a .jsonl file) in DIR, and prints one line a set.
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '2' },
    milliseconds: { type: 'string', default: '5000' },
    details: { type: 'string' },
    'check-counterexamples': { type: 'string', default: '0' },
  },
});
const numbers = [values.jobs, values.milliseconds, values['check-counterexamples']].map(Number);
if (
  values.data === undefined ||
  numbers.some((one) => !Number.isInteger(one) || one < 0) ||
  numbers[0] === 0
) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const [jobs, milliseconds, counterexamples] = numbers as [number, number, number];
  process.exitCode = await measureSets({
    folder: values.data,
    only: values.set,
    json: values.json,
    jobs,
    milliseconds,
    details: values.details ?? null,
    counterexamples,
  });
}
