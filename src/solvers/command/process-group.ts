import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** A program with everything it starts. */
export interface ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams;
  /** Ends all of it at once. Once only: its number may later be another's. */
  kill(): void;
  /** Whether waiting for it keeps our own process alive. */
  hold(isHeld: boolean): void;
}

/** Kills of what still runs, for when our own process ends without closing its solvers. */
const running = new Set<() => void>();
let isWatching = false;

/** Starts a program without a shell, as the head of a group of its own. */
export function startProcess(
  [program = '', ...options]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): ProcessGroup {
  const hasGroups = process.platform !== 'win32';
  const child = spawn(program, options, {
    cwd,
    env: { ...env },
    stdio: 'pipe',
    detached: hasGroups,
    windowsHide: true,
  });
  const kill = (): void => {
    if (!running.delete(kill) || child.pid === undefined) return;
    try {
      if (hasGroups) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It has ended already, which is what was wanted.
    }
  };
  running.add(kill);
  if (!isWatching) {
    isWatching = true;
    process.once('exit', () => {
      for (const one of [...running]) one();
    });
  }
  const held = [child, child.stdin, child.stdout, child.stderr] as unknown as readonly {
    ref?(): void;
    unref?(): void;
  }[];
  return {
    child,
    kill,
    hold(isHeld) {
      for (const one of held) isHeld ? one.ref?.() : one.unref?.();
    },
  };
}
