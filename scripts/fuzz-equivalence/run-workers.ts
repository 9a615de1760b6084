import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { emptyReport, type FuzzReport } from './fuzz.js';
import type { WorkerMessage, WorkerOrder } from './worker-order.js';

/** Gives each order to a process of its own and adds up what they did; the first difference ends them all. */
export async function runWorkers(
  orders: readonly WorkerOrder[],
  progress: (executions: number) => void,
): Promise<FuzzReport> {
  const report = emptyReport();
  const children: ChildProcess[] = [];
  const executions = orders.map(() => 0);
  const runs = orders.map(
    (order, at) =>
      new Promise<void>((resolve, reject) => {
        const child = startWorker();
        children.push(child);
        child.on('message', (message: WorkerMessage) => {
          if ('ready' in message) child.send(order);
          else if ('failure' in message) reject(new Error(message.failure));
          else if ('report' in message) {
            addReport(report, message.report);
            if (report.difference !== null) for (const one of children) one.kill();
            resolve();
          } else {
            executions[at] = message.executions;
            progress(executions.reduce((sum, one) => sum + one, 0));
          }
        });
        child.once('exit', (code) => {
          if (report.difference !== null || code === 0) resolve();
          else reject(new Error(`a worker died with code ${code}`));
        });
      }),
  );
  try {
    await Promise.all(runs);
  } finally {
    for (const child of children) if (child.connected) child.kill();
  }
  return report;
}

function startWorker(): ChildProcess {
  const jiti = createRequire(import.meta.url).resolve('jiti/package.json');
  const loader = pathToFileURL(join(dirname(jiti), 'lib', 'jiti-register.mjs')).href;
  return fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
    execArgv: ['--import', loader],
    serialization: 'advanced',
  });
}

function addReport(sum: FuzzReport, one: Extract<WorkerMessage, { report: unknown }>['report']): void {
  sum.rounds += one.rounds;
  sum.judged += one.judged;
  sum.proven += one.proven;
  sum.executions += one.executions;
  sum.failed += one.failed;
  for (const [rule, count] of one.byRule) sum.byRule.set(rule, (sum.byRule.get(rule) ?? 0) + count);
  sum.difference ??= one.difference;
}
