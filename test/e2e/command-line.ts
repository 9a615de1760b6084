import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, vi } from 'vitest';

// Each test starts the command several times, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = process.env.SQLASSAY_TEST_CLI ?? join(root, 'dist', 'cli.mjs');
const loader = pathToFileURL(join(root, 'node_modules', 'jiti', 'lib', 'jiti-register.mjs')).href;

/** The built command where there is a build, else (or with SQLASSAY_TEST_SOURCE=1) the source. */
export const commandLine =
  existsSync(built) && process.env.SQLASSAY_TEST_SOURCE === undefined
    ? [built]
    : ['--import', loader, join(root, 'src', 'cli', 'main.ts')];

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that holds these files. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqlassay-e2e-')));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when stderr or stdout has shown this text. */
  shows(text: string): Promise<void>;
}

export function start(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn(process.execPath, [...commandLine, ...words], {
    cwd: folder,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
      for (const check of waiting) check();
    });
  }
  return {
    child,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, ...printed }))),
    shows: (text) =>
      new Promise((resolve) => {
        const check = () => {
          if (!printed.stdout.includes(text) && !printed.stderr.includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Runs one command line to its end. */
export function sqlassay(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return start(folder, words, env).ended;
}

/** What the terminal and the machine of whoever runs the tests must not change. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const changing = /^(SQLASSAY_|NO_COLOR$|FORCE_COLOR$|CI$|NODE_OPTIONS$|VITEST|GITHUB_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !changing.test(name)));
}

/** Output without colours, and with what differs from run to run replaced. */
export function steady(text: string, folder: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(folder, '<folder>')
    .replace(/\d{4}-\d\d-\d\dT[\w-]+/g, '<run>')
    .replace(/\d+(\.\d+)? (ms|s|min)\b/g, '<time>');
}

export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
