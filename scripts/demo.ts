import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRuns, readJournal } from '../src/runner/index.js';
import type { CaseResult } from '../src/types/index.js';

/**
 * Runs the example with its recorded model, mistakes and all, and compares what came of every case run with what the
 * example accepts. The exit code says whether they agree; the run itself is meant to fail its gate.
 */
interface Accepted {
  readonly id: string;
  readonly role: string;
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
}

const example = fileURLToPath(new URL('../examples/nectar-road', import.meta.url));
const cli = fileURLToPath(new URL('../dist/cli.mjs', import.meta.url));
const runs = mkdtempSync(join(tmpdir(), 'sqlassay-demo-'));
try {
  const args = [cli, 'run', join(example, 'evals.yaml'), '--runs-folder', runs, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  const [journal] = await findRuns(runs);
  if (journal === undefined) {
    process.exitCode = status ?? 2;
  } else {
    const accepted = JSON.parse(
      readFileSync(join(example, 'demo.expected.json'), 'utf8'),
    ) as readonly Accepted[];
    process.exitCode = await compare(accepted, journal.path);
  }
} finally {
  rmSync(runs, { recursive: true, force: true });
}

async function compare(accepted: readonly Accepted[], journal: string): Promise<number> {
  const found = new Map<string, CaseResult>();
  for await (const result of (await readJournal(journal)).results())
    found.set(nameOf(result.caseId, result.role), result);
  const surprises = accepted.flatMap((one) => {
    const result = found.get(nameOf(one.id, one.role));
    const problem = result === undefined ? 'it did not run' : differenceOf(one, result);
    return problem === null ? [] : [`${one.id} (${one.role}): ${problem}`];
  });
  const agree = accepted.length - surprises.length;
  process.stdout.write(
    `\nThe model's mistakes are part of the example: ${agree} of ${accepted.length} case runs came out as it accepts them.\n`,
  );
  for (const surprise of surprises) process.stdout.write(`  unexpected: ${surprise}\n`);
  return surprises.length === 0 && found.size === accepted.length ? 0 : 1;
}

function differenceOf(accepted: Accepted, result: CaseResult): string | null {
  if (result.status !== accepted.status)
    return `${result.status}, not ${accepted.status}: ${result.reason ?? ''}`;
  const label = result.scores.find(({ label, score }) => score.verdict !== accepted.labels[label]);
  return label === undefined
    ? null
    : `${label.label} says ${label.score.verdict}, not ${accepted.labels[label.label]}: ${label.score.reason ?? ''}`;
}

function nameOf(id: string, role: string): string {
  return JSON.stringify([id, role]);
}
