import { describe, expect, it } from 'vitest';
import { madeResult, madeScore, madeSummary } from '../../../test/fixtures/made-run.js';
import { createGate } from '../../gate/index.js';
import type { CaseResult, GateSettings, KnownFailure } from '../../types/index.js';
import { createTally } from '../tally.js';
import { createReporter } from './create-reporter.js';
import type { GithubIo, ReporterIo } from './reporter-io.js';
import { annotationCommand, createCommandGuard } from './workflow-commands.js';

interface Setting {
  readonly gate?: GateSettings | null;
  readonly known?: readonly KnownFailure[];
  readonly io?: Partial<ReporterIo>;
}

const sink = () => {
  const parts: string[] = [];
  return { write: (text: string) => void parts.push(text), text: () => parts.join('') };
};

async function report(name: string, results: readonly CaseResult[], setting: Setting = {}) {
  const gate = createGate(setting.gate ?? null, { knownFailures: setting.known ?? [], today: '2026-06-15' });
  const tally = createTally(gate);
  const out = sink();
  const [commands, summary, comment] = [sink(), sink(), sink()];
  const github: GithubIo = { commands, summary, comment, workspace: '/project' };
  const reporter = createReporter(name, tally, {
    stdout: out,
    stderr: process.stderr,
    isTTY: false,
    colors: false,
    columns: 120,
    folder: '/project',
    github,
    ...setting.io,
  });
  const made = madeSummary(results);
  await tally.reporter.onRunStart?.(made.info);
  for (const result of results) {
    await tally.reporter.onCaseEnd?.(result);
    await reporter.onCaseEnd?.(result);
  }
  await tally.reporter.onRunEnd?.(made);
  await reporter.onRunEnd?.(made);
  return { out: out.text(), commands: commands.text(), summary: summary.text(), comment: comment.text() };
}

const nasty = [
  '::set-output name=x::y',
  '\n::add-mask::secret\r\n##[error]gone',
  '``` \n</details><script>alert(1)</script>',
  ']]></failure><x a="1">&amp;',
  '\u0000\u0007\u001b[31mred\u009b',
  '\ud800 lone, \u202e turned, 👩‍👩‍👧 家族',
  '@everyone #1 [link](javascript:alert(1)) | cell | **bold** `code`',
  '````````',
  '<!-- sqlassay shop full -->',
  '%0A::error::no',
].join('\n');

const hostile = madeResult('fail', `x${nasty}`, {
  role: nasty,
  question: nasty,
  goldSql: nasty,
  statement: { sql: nasty, cleaned: [] },
  scores: [madeScore('fail', nasty, { reason: nasty })],
  source: { file: `/project/cases/a,b:${nasty}.yaml`, line: 7, column: 1 },
});

const results = [
  madeResult('pass', 'good', { costUsd: 0.25 }),
  madeResult('fail', 'bad'),
  madeResult('inconclusive', 'unsure'),
  madeResult('error', 'down', { infrastructure: { step: 'database', message: 'gone' }, scores: [] }),
  madeResult('unscored', 'nothing'),
  madeResult('fail', 'later'),
];
const known = [{ id: 'later', until: '2027-01-31', why: 'waits' }];

describe('junit', () => {
  it('says how each case run ended, with its verdict, basis, score and cost', async () => {
    const { out } = await report('junit', results, { known });
    expect(out).toContain(
      '<testsuite name="shop (full)" timestamp="2026-01-02T03:04:05.000Z" tests="6" failures="1" errors="1" skipped="3" time="1.500">',
    );
    expect(out).toContain('<failure type="verdict.fail" message="the rows differ">');
    expect(out).toContain('<error type="infrastructure" message="gone">');
    expect(out).toContain('<skipped message="inconclusive: search budget"/>');
    expect(out).toContain('<skipped message="known failure until 2027-01-31: waits"/>');
    expect(out).toContain(
      '<testcase name="bad" classname="cases/shop.yaml" time="0.010" file="cases/shop.yaml" line="3">',
    );
    for (const property of [
      '<property name="result_match.verdict" value="pass"/>',
      '<property name="result_match.basis" value="observed"/>',
      '<property name="result_match.score" value="1"/>',
      '<property name="cost_usd" value="0.25"/>',
    ]) {
      expect(out).toContain(property);
    }
    expect(parseXml(out).filter((name) => name === 'testcase')).toHaveLength(6);
  });

  it('makes what could not be decided an error where it is told to', async () => {
    const { out } = await report('junit', results, { io: { inconclusive: 'error' } });
    expect(out).toContain('<error type="verdict.inconclusive" message="search budget">');
    expect(out).toContain('errors="2"');
  });

  it('is well-formed whatever the texts hold', async () => {
    const { out } = await report('junit', [hostile]);
    const names = parseXml(out);
    expect(names).not.toContain('script');
    expect(names).not.toContain('x');
    expect(names.filter((name) => name === 'failure')).toHaveLength(1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(out).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u);
    expect(out).toContain('家族');
  });
});

describe('markdown', () => {
  it('has the gate, the shares and each failure', async () => {
    const { out } = await report('markdown', results, { known });
    expect(out).toMatch(
      /^## ❌ sqlassay: `shop`, mode full\n\n`GATE not met · 1 passed · 2 failed \(1 known\)/,
    );
    expect(out).toContain('| `result_match` | 1/5 | 20% |');
    expect(out.match(/<details>/g)).toHaveLength(4);
    expect(out.indexOf('<code>bad</code>')).toBeLessThan(out.indexOf('<code>later</code>'));
  });

  it('is not broken out of', async () => {
    const { out } = await report('markdown', [hostile, madeResult('pass', 'good')]);
    const outside = withoutCode(out);
    expect(outside).not.toContain('<script');
    expect(outside).not.toContain('@everyone');
    expect(outside).not.toContain('javascript');
    expect(outside).not.toContain('set-output');
    expect(outside.match(/<details>/g)).toHaveLength(1);
    expect(outside.match(/<\/details>/g)).toHaveLength(1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e\u200d]/);
  });
});

describe('github', () => {
  it('points at the line of each case, and downgrades to warnings where the gate is met', async () => {
    const failing = await report('github', results, { known });
    expect(failing.commands.split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/^::error title=sqlassay gate::GATE not met · /),
      '::error file=cases/shop.yaml,line=3,title=bad failed::the rows differ',
      '::warning file=cases/shop.yaml,line=3,title=unsure inconclusive::search budget',
      '::error file=cases/shop.yaml,line=3,title=down errored::down errored'.replace(
        '::down errored',
        '::errored',
      ),
    ]);
    const met = await report('github', [madeResult('pass', 'a'), madeResult('fail', 'b')], {
      gate: { minAccuracy: 0.5 },
    });
    expect(met.commands).toBe('::warning file=cases/shop.yaml,line=3,title=b failed::the rows differ\n');
  });

  it('writes so many annotations as are shown, and says how many are left', async () => {
    const many = Array.from({ length: 30 }, (_, index) => madeResult('fail', `c${index}`));
    const { commands } = await report('github', many);
    const lines = commands.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines.at(-1)).toBe(
      '::notice title=sqlassay::21 more case runs did not pass; the summary of the job has them',
    );
  });

  it('is not broken out of: one command a line, one marker, and no text of its own in either', async () => {
    const { commands, comment, summary } = await report('github', [hostile]);
    const lines = commands.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^::error (file=[^,:]*,line=7,)?title=[^,:]*::[^\r\n]*$/);
    expect(comment.startsWith('<!-- sqlassay shop full -->\n')).toBe(true);
    expect(withoutCode(comment).match(/<!--/g)).toHaveLength(1);
    expect(withoutCode(summary)).not.toContain('<script');
  });

  it('keeps the comment within what GitHub takes', async () => {
    const long = 'x'.repeat(4000);
    const many = Array.from({ length: 200 }, (_, index) =>
      madeResult('fail', `c${index}`, {
        question: long,
        goldSql: long,
        statement: { sql: long, cleaned: [] },
      }),
    );
    const { comment } = await report('github', many);
    expect(comment.length).toBeLessThan(65_536);
    expect(comment).toMatch(/\d+ more case runs that did not pass/);
  });
});

describe('workflow commands', () => {
  it('escape what would end them', () => {
    expect(
      annotationCommand({
        level: 'error',
        file: 'a,b:c',
        line: 1,
        title: 'x::y',
        message: '50%\n::error::z',
      }),
    ).toBe('::error file=a%2Cb%3Ac,line=1,title=x%3A%3Ay::50%25%0A::error::z');
  });

  it('are stopped by a token that cannot be guessed, and started once', () => {
    const [first, second] = [sink(), sink()];
    for (const stream of [first, second]) {
      const guard = createCommandGuard(stream);
      guard.end();
      guard.start();
      guard.start();
      guard.end();
      guard.end();
    }
    const [, token] = /^::stop-commands::([0-9a-f]{32})\n\n::\1::\n$/.exec(first.text()) ?? [];
    expect(token).toBeDefined();
    expect(second.text()).not.toContain(token);
  });
});

/** The names of the elements of a document; throws where it is not well-formed. */
function parseXml(text: string): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '');
  const token = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const [, closing, name, attributes = '', selfClosing, content] = token.exec(body) ?? [];
    for (const part of [attributes, content ?? '']) {
      if (/&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(part)) throw new Error(`a bare ampersand at ${at}`);
    }
    if (content !== undefined) continue;
    if (name === undefined) throw new Error(`not well-formed at ${at}: ${body.slice(at, at + 60)}`);
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    names.push(name);
    if (selfClosing === '') open.push(name);
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} are not closed`);
  return names;
}

/** Markdown without its code blocks, code spans and HTML code, by the rules of CommonMark for where they end. */
function withoutCode(text: string): string {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const [marks] = /^`{3,}/.exec(line) ?? [];
    if (fence === null) {
      // A line with more backticks after the first is no fence but a code span.
      if (marks !== undefined && !line.slice(marks.length).includes('`')) fence = marks;
      else kept.push(line);
    } else if (marks !== undefined && marks.length >= fence.length && line.trim() === marks) fence = null;
  }
  expect(fence).toBeNull();
  return kept
    .map((line) => line.replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, '').replace(/<code>[^<]*<\/code>/g, ''))
    .join('\n');
}
