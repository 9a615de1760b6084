import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { fileSubjects, temporaryFolder } from './platform-subjects.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const here = dirname(fileURLToPath(import.meta.url));
const jiti = createRequire(import.meta.url).resolve('jiti/package.json');
const loader = pathToFileURL(join(dirname(jiti), 'lib', 'jiti-register.mjs')).href;

describe.each(fileSubjects)('$name', (subject) => {
  if (subject.absent !== null) {
    test.skip(subject.absent, () => {});
    return;
  }

  test('children end when the program that started them is killed, even in the middle of a query', async () => {
    const program = join(here, 'platforms-orphan.ts');
    const parent = spawn(process.execPath, ['--import', loader, program, subject.name, folder.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(parent.stdout, 'data');
    const pids: number[] = JSON.parse(String(line));
    expect(pids.length).toBeGreaterThan(0);
    expect(pids.every(isAlive)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => pids.filter(isAlive), { timeout: 20_000 }).toEqual([]);
  }, 60_000);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
