import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { madeInfo, madeResult, madeScore, madeSummary } from '../../../test/fixtures/made-run.js';
import { createGate } from '../../gate/index.js';
import type { CaseResult } from '../../types/index.js';
import { createTally } from '../tally.js';
import { createReporter, reporterNames } from './create-reporter.js';
import { readReporterModule } from './read-reporter-module.js';

const big = 12345678901234567890n;
const diff = {
  expectedRows: 1,
  actualRows: 1,
  missing: 1,
  extra: 1,
  expectedColumns: ['n'],
  actualColumns: ['n'],
  missingSample: [[{ k: 'int', v: big } as const]],
  extraSample: [[{ k: 'blob', v: new Uint8Array([1, 255]) } as const]],
};
const known = { id: 'known', until: '2027-01-31', why: 'later' };
const results: readonly CaseResult[] = [
  madeResult('pass', 'right'),
  madeResult('fail', 'wrong', { scores: [madeScore('fail', 'result_match', { diff })] }),
  madeResult('inconclusive', 'unsure'),
  madeResult('error', 'broken', {
    scores: [],
    infrastructure: { step: 'database', message: 'gone \u001b[2J' },
  }),
  madeResult('unscored', 'silent'),
  madeResult('fail', 'known'),
];

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

async function report(name: string, list = results, isTTY = false): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      printed.stderr += chunk;
      done();
    },
  });
  Object.assign(stderr, { isTTY, columns: 100 });
  const gate = createGate(null, { knownFailures: [known], today: '2026-06-15' });
  const tally = createTally(gate);
  const io = {
    stdout: {
      write(text: string) {
        printed.stdout += text;
      },
    },
    stderr,
    isTTY,
    colors: false,
    columns: 100,
    folder: '/project',
    now: () => 0,
  };
  const reporters = [tally.reporter, createReporter(name, tally, io)];
  const summary = madeSummary(list, { notRun: 1 });
  for (const reporter of reporters) await reporter.onRunStart?.(summary.info);
  for (const result of list) for (const reporter of reporters) await reporter.onCaseEnd?.(result);
  for (const reporter of reporters) await reporter.onRunEnd?.(summary);
  return printed;
}

const lastLine =
  'GATE not met · 1 passed · 2 failed (1 known) · 1 inconclusive · 1 errored · 1 unscored · 1 not run · 1 case run (wrong) failed';

describe.each(['default', 'verbose', 'dot', 'minimal'])('the %s reporter', (name) => {
  it('prints what it always printed', async () => {
    expect((await report(name)).stdout).toMatchSnapshot();
  });

  it("ends with the gate's line", async () => {
    expect((await report(name)).stdout.trimEnd().split('\n').at(-1)).toBe(lastLine);
  });

  it('lets nothing of the text under test write to the terminal', async () => {
    const printed = await report(name);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(printed.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe.each(['json', 'jsonl'])('the %s reporter', (name) => {
  const read = async (list = results) => {
    const { stdout, stderr } = await report(name, list);
    expect(stderr).toBe('');
    return name === 'json'
      ? [JSON.parse(stdout)]
      : stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  };

  it('holds the run, every result, the board and the gate', async () => {
    const parts = await read();
    const all = Object.assign({}, ...parts);
    const found =
      name === 'json' ? all.results : parts.filter(({ kind }) => kind === 'case').map(({ result }) => result);
    expect(found.map(({ caseId }: CaseResult) => caseId)).toEqual(results.map(({ caseId }) => caseId));
    expect(parts.every(({ schemaVersion }) => schemaVersion === 1)).toBe(true);
    expect(all.run).toEqual(madeInfo({ total: 7 }));
    expect(all.board.counts).toEqual(madeSummary(results, { notRun: 1 }).counts);
    expect(all.gate).toMatchObject({ status: 'not_met', exitCode: 1, line: lastLine });
  });

  it('writes exact values as text', async () => {
    const parts = await read([results[1]!]);
    const result = name === 'json' ? parts[0].results[0] : parts[1].result;
    expect(result.scores[0].score.diff).toMatchObject({
      missingSample: [[`${big}`]],
      extraSample: [['\\x01ff']],
    });
  });

  it('is whole without any case run', async () => {
    expect(await read([])).not.toHaveLength(0);
  });
});

describe('progress', () => {
  it('is one updated line on a terminal, and never on stdout', async () => {
    const { stdout, stderr } = await report('default', results, true);
    expect(stderr).toContain('0/7');
    expect(stdout).not.toContain('/7 ·');
  });

  it('gives the cursor back when the run breaks off', async () => {
    let stderr = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        stderr += chunk;
        done();
      },
    });
    Object.assign(stream, { isTTY: true, columns: 100 });
    const tally = createTally(createGate(null, { today: '2026-06-15' }));
    const stdout = { write: () => true };
    const reporter = createReporter('default', tally, {
      stdout,
      stderr: stream,
      isTTY: true,
      colors: false,
      columns: 100,
    });
    await reporter.onRunStart?.(madeInfo());
    expect(stderr.lastIndexOf('\u001b[?25l')).toBeGreaterThan(stderr.lastIndexOf('\u001b[?25h'));
    reporter.close?.();
    reporter.close?.();
    expect(stderr.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stderr.lastIndexOf('\u001b[?25l'));
  });

  it('says plainly elsewhere that it runs', async () => {
    expect((await report('default')).stderr).toBe('running 7 case runs of shop, mode full\n');
  });
});

describe('the default reporter', () => {
  it('shows twenty failures whole and the rest on a line each', async () => {
    const many = Array.from({ length: 25 }, (_, index) => madeResult('fail', `c${index}`));
    const { stdout } = await report('default', many);
    expect(stdout.match(/gold query\n/g)).toHaveLength(20);
    expect(stdout).toContain('✗ failed c24 · ');
  });
});

describe('reporters by name and module', () => {
  it('are all made', async () => {
    for (const name of reporterNames) expect((await report(name)).stdout).not.toBe('');
  });

  it('refuse an unknown name', async () => {
    await expect(report('juint')).rejects.toThrow(expect.objectContaining({ code: 'E_REPORTER_UNKNOWN' }));
  });

  it('come from a default export, an object or a function', async () => {
    const reporter = { onRunEnd() {} };
    expect(await readReporterModule({ default: reporter }, 'x.ts')).toBe(reporter);
    expect(await readReporterModule({ default: () => reporter }, 'x.ts')).toBe(reporter);
    expect(await readReporterModule({ reporter }, 'x.ts')).toBe(reporter);
  });

  it.each([[{}], [{ default: {} }], [{ default: 1 }], [{ default: () => null }]])(
    'are not %j',
    async (exports) => {
      await expect(readReporterModule(exports, 'x.ts')).rejects.toThrow(
        expect.objectContaining({ code: 'E_REPORTER_MODULE' }),
      );
    },
  );
});
