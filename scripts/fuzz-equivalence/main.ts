import { parseArgs } from 'node:util';
import { ruleNames } from './judge.js';
import { printReport } from './print-report.js';
import { runWorkers } from './run-workers.js';

const usage = `usage: npm run fuzz:equivalence -- --executions N [--seed 1] [--seconds T] [--jobs 2] [--round R] [--shortcut N]

Makes pairs of queries by the rules of proofs and nearly by them, and executes those that are proven on generated
databases. Exits with 1 when two results of a proven pair differ. --round makes one round again; --shortcut makes a rule
of an unsound shortcut, which the fuzzer must find.
`;

const { values } = parseArgs({
  options: {
    executions: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '86400' },
    jobs: { type: 'string', default: '2' },
    round: { type: 'string' },
    shortcut: { type: 'string' },
  },
});
const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
const [executions, seed, seconds, jobs] = [values.executions, values.seed, values.seconds, values.jobs].map(
  Number,
) as [number, number, number, number];
const [round, shortcut] = [number(values.round), number(values.shortcut)];
const given = [executions, seed, seconds, jobs, round ?? 0, shortcut ?? 1];
if (given.some((one) => !Number.isInteger(one) || one < 0) || jobs === 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const workers = round === null ? jobs : 1;
  const share = Math.ceil(executions / workers);
  const orders = Array.from({ length: workers }, (_, first) => ({
    seed,
    round,
    first,
    step: workers,
    executions: round === null ? share : Number.MAX_SAFE_INTEGER,
    seconds,
    shortcut,
  }));
  const start = performance.now();
  const report = await runWorkers(orders, (done) => process.stderr.write(`${done} executions\n`));
  process.stdout.write(printReport(report, ruleNames, (performance.now() - start) / 1000));
  process.exitCode = report.difference === null ? 0 : 1;
}
