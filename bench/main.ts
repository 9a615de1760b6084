import { spawnSync } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Prints one JSON object with every figure. `npm run bench -- PIECE ...` measures only those pieces. */
const all = ['startup', 'overhead', 'memory', 'compare', 'by_value', 'wall', 'pushdown'];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const piece = fileURLToPath(new URL('piece.mjs', import.meta.url));
const cli = fileURLToPath(new URL('../dist/cli.mjs', import.meta.url));

const figures: Record<string, unknown> = {};
for (const name of wanted) {
  const heap = ['--expose-gc', '--max-old-space-size=8192'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...heap, piece, name, cli], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status === 0) Object.assign(figures, JSON.parse(stdout));
  else figures[`${name}_error`] = stderr.trim().split('\n').slice(-3).join(' ');
}
const machine = {
  node: process.version,
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
};
process.stdout.write(`${JSON.stringify({ ...figures, machine }, null, 2)}\n`);
