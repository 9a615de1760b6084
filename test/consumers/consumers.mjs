// Packs the package as npm would publish it, installs the tarball in a folder of its own, and uses it there the ways
// people do. Needs a finished build. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqlassay-consumers-')));
const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
const counts = { passed: 0, failed: 0 };

try {
  const tarball = pack();
  const project = install(tarball);
  for (const [version, node] of nodes()) useFrom(project, version, node);
} catch (error) {
  record('the consumers could be set up', { ok: false, output: String(error) });
} finally {
  if (process.env.SQLASSAY_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
  else console.log(`kept ${folder}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

function pack() {
  run('npm', ['pack', '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'], { cwd: root });
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
}

function install(tarball) {
  const project = join(folder, 'project');
  cpSync(join(root, 'test/consumers/fixtures'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  const models = ['ai@6', '@ai-sdk/openai-compatible@2'];
  run('npm', ['install', ...quiet, tarball, 'jest@30', '@types/node@20', ...models], { cwd: project });
  return project;
}

/** This Node.js, and the newest one of line 24 from npm when this is another. */
function nodes() {
  const found = [[process.version, process.execPath]];
  if (process.version.startsWith('v24.')) return found;
  const print = 'console.log(process.version + " " + process.execPath)';
  const { output } = run('npx', ['--yes', '--loglevel=error', '-p', 'node@24', 'node', '-e', print], {
    cwd: folder,
  });
  const [version, path] = output.trim().split('\n').at(-1).split(' ');
  return [...found, [version, path]];
}

function useFrom(project, version, node) {
  const bin = join(project, 'node_modules');
  // Test runners also end well when they find no test, so what they print is checked as well.
  const check = (name, args, { prints = /^/, cwd = project } = {}) => {
    const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    const result = attempt(node, args, { cwd, env });
    record(`${version} ${name}`, { ...result, ok: result.ok && prints.test(result.output) });
  };
  check('ESM', ['use.mjs']);
  check('CommonJS', ['use.cjs']);
  check('Jest', [join(bin, 'jest/bin/jest.js'), '--ci', '--rootDir', project, 'use.jest.test.cjs'], {
    prints: /Tests: +3 passed, 3 total/,
  });
  check('node:test', ['--test', '--test-reporter=tap', 'use.node-test.mjs'], {
    prints: /duck_count[\s\S]*lite_count/,
  });
  const typescript = join(root, 'node_modules/typescript/bin/tsc');
  check('types', [typescript, '-p', join(project, 'tsconfig.json')]);

  const fresh = join(project, `fresh-${version}`);
  mkdirSync(fresh);
  const cli = join(bin, 'sqlassay/dist/cli.mjs');
  check('sqlassay init', [cli, 'init'], { cwd: fresh });
  check('sqlassay run', [cli, 'run'], { cwd: fresh, prints: /passed/ });
}

function record(name, { ok, output, seconds }) {
  counts[ok ? 'passed' : 'failed'] += 1;
  console.log(
    `${ok ? 'ok' : 'not ok'} - ${name}${seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`}`,
  );
  if (!ok) console.log(output.replace(/^/gm, '    '));
}

function attempt(command, args, options) {
  const started = performance.now();
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 300_000,
    ...options,
  });
  const seconds = (performance.now() - started) / 1000;
  const ending = error ? `${error}\n` : signal ? `ended by ${signal}\n` : '';
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}${ending}`, seconds };
}

function run(command, args, options) {
  const result = attempt(command, args, options);
  if (!result.ok) throw new Error(`${command} ${args.join(' ')} failed:\n${result.output}`);
  return result;
}
