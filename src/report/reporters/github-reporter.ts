import { relative } from 'node:path';
import { type GateDecision, nameCaseRun } from '../../gate/index.js';
import type { Reporter } from '../../types/index.js';
import { createFailureKeeper, type KeptFailure } from '../markdown/kept-failures.js';
import { renderMarkdown } from '../markdown/render-markdown.js';
import type { Outcome, Tally } from '../tally.js';
import { printCount } from '../text/numbers.js';
import type { GithubIo, ReporterIo } from './reporter-io.js';
import { type Annotation, annotationCommand } from './workflow-commands.js';

/** GitHub shows ten of each level for a step; the rest would be lost without a word. */
const mostAnnotations = 10;
/** A comment may have 65536 characters. */
const longestComment = 60_000;
/** The summary of a step may have a mebibyte. */
const longestSummary = 500_000;

/**
 * For GitHub Actions: annotations at the lines of the cases that did not pass, the summary of the job, and the body of
 * a comment that is found again by its hidden first line.
 */
export function createGithubReporter(tally: Tally, io: ReporterIo): Reporter {
  const failures = createFailureKeeper();
  const github: GithubIo = io.github ?? {
    commands: io.stdout,
    comment: null,
    summary: null,
    workspace: null,
  };
  return {
    onCaseEnd(result) {
      failures.add(result, tally.gate.knownFailure(result));
    },
    onRunEnd(summary) {
      const outcome = tally.finish(summary);
      const sorted = failures.sorted(outcome.gate);
      const folder = github.workspace ?? io.folder;
      const render = (longest: number) =>
        renderMarkdown(outcome, {
          failures: sorted,
          failureCount: failures.count,
          longest,
          ...(folder === undefined ? {} : { folder }),
        });
      github.guard?.end();
      for (const annotation of annotations(outcome.gate, sorted, failures.count, folder)) {
        github.commands.write(`${annotationCommand(annotation)}\n`);
      }
      github.summary?.write(render(longestSummary));
      github.comment?.write(`${commentMarker(outcome)}\n${render(longestComment)}`);
    },
  };
}

/** The same for every run of a suite in a mode, so that a comment is replaced, never repeated. */
function commentMarker({ board: { run } }: Outcome): string {
  const name = [run.suite, run.mode].map((part) => encodeURIComponent(part).replaceAll('-', '%2D')).join(' ');
  return `<!-- sqlassay ${name} -->`;
}

function annotations(
  gate: GateDecision,
  failures: readonly KeptFailure[],
  count: number,
  folder: string | undefined,
): readonly Annotation[] {
  const isMet = gate.exitCode === 0;
  const ofGate = isMet && gate.status !== 'warn' ? 0 : 1;
  const unknown = failures.filter(({ known }) => known === null);
  const shown = unknown.slice(0, mostAnnotations - ofGate);
  const left = count - (failures.length - unknown.length) - shown.length;
  return [
    ...(ofGate === 0
      ? []
      : [{ level: isMet ? 'warning' : 'error', title: 'sqlassay gate', message: gate.line } as const]),
    ...shown.map((failure) => annotate(failure, isMet, folder)),
    ...(left > 0
      ? [
          {
            level: 'notice',
            title: 'sqlassay',
            message: `${printCount(left, 'more case run')} did not pass; the summary of the job has them`,
          } as const,
        ]
      : []),
  ];
}

function annotate(failure: KeptFailure, isMet: boolean, folder: string | undefined): Annotation {
  const { status, reason, source } = failure;
  const word = { fail: 'failed', inconclusive: 'inconclusive', error: 'errored' }[status];
  return {
    level: isMet || status === 'inconclusive' ? 'warning' : 'error',
    title: `${nameCaseRun(failure)} ${word}`,
    message: (reason ?? word).slice(0, 2000),
    ...(source === null
      ? {}
      : { file: folder === undefined ? source.file : relative(folder, source.file), line: source.line }),
  };
}
