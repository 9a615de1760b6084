import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** From the start of the command line to its first verdict, on the suite that `sqlassay init` writes; best of five. */
export async function startup(cli: string): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'sqlassay-bench-'));
  try {
    execFileSync(process.execPath, [cli, 'init'], { cwd: folder, stdio: 'ignore' });
    const times: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) times.push(await firstVerdict(cli, folder));
    return { startup_ms: Math.round(Math.min(...times)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstVerdict(cli: string, cwd: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, 'run', '--reporter', 'jsonl', '--no-self-test'], { cwd });
  return new Promise((resolve, reject) => {
    let told = '';
    child.stdout.on('data', (chunk) => {
      told += chunk;
      if (told.includes('"status"')) resolve(performance.now() - started);
    });
    child.on('exit', (code) => reject(new Error(`the run ended with ${code} before its first verdict`)));
  });
}
