import { relative } from 'node:path';
import { nameCaseRun } from '../../gate/index.js';
import type { CaseResult, KnownFailure, Reporter, RunSummary } from '../../types/index.js';
import { renderFailure } from '../failure/render-failure.js';
import type { Tally } from '../tally.js';
import { xmlAttribute, xmlText } from '../text/xml-text.js';
import type { ReporterIo } from './reporter-io.js';

type Outcome = 'passed' | 'failures' | 'errors' | 'skipped';

const longest = 20_000;

/**
 * JUnit's XML, written when the run has ended, because it begins with its counts. What could not be decided is
 * skipped, or an error where `io.inconclusive` says so; a failure that is known is skipped.
 */
export function createJunitReporter(tally: Tally, io: ReporterIo): Reporter {
  const cases: string[] = [];
  const counts = { passed: 0, failures: 0, errors: 0, skipped: 0 };
  return {
    onCaseEnd(result) {
      const { outcome, element } = describe(result, tally.gate.knownFailure(result), io);
      counts[outcome] += 1;
      cases.push(testCase(result, element, io));
    },
    onRunEnd(summary) {
      const { gate } = tally.finish(summary);
      const { info, seconds } = summary;
      const numbers = attributes({
        tests: cases.length,
        failures: counts.failures,
        errors: counts.errors,
        skipped: counts.skipped,
        time: seconds.toFixed(3),
      });
      io.stdout.write(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          `<testsuites ${attributes({ name: 'sqlassay' })} ${numbers}>`,
          `  <testsuite ${attributes({ name: `${info.suite} (${info.mode})`, timestamp: info.startedAt })} ${numbers}>`,
          ...properties('    ', runProperties(summary, gate.line)),
          ...cases,
          '  </testsuite>',
          '</testsuites>',
          '',
        ].join('\n'),
      );
    },
  };
}

function runProperties({ info, counts, datasources }: RunSummary, gateLine: string): [string, string][] {
  return [
    ['gate', gateLine],
    ['mode', info.mode],
    ['solver', info.solver],
    ['run', info.runId],
    ['dataset', info.datasetHash],
    ['not_run', `${counts.notRun}`],
    ...datasources.map(({ name, engine, version }): [string, string] => [
      `datasource.${name}`,
      `${engine} ${version}`,
    ]),
  ];
}

function describe(
  result: CaseResult,
  known: KnownFailure | null,
  io: ReporterIo,
): { readonly outcome: Outcome; readonly element: string } {
  const { status, infrastructure } = result;
  const reason = infrastructure?.message ?? result.reason ?? status;
  if (status === 'pass') return { outcome: 'passed', element: '' };
  if (known !== null) return skipped(`known failure until ${known.until}: ${known.why}`);
  if (status === 'unscored') return skipped('unscored: no scorer had anything to say');
  if (status === 'inconclusive' && io.inconclusive !== 'error') return skipped(`inconclusive: ${reason}`);
  const kind = status === 'fail' ? 'failure' : 'error';
  const type = infrastructure === null ? `verdict.${status}` : 'infrastructure';
  const { folder } = io;
  const text = renderFailure(result, {
    columns: 120,
    colors: false,
    ...(folder === undefined ? {} : { folder }),
  });
  return {
    outcome: status === 'fail' ? 'failures' : 'errors',
    element: `<${kind} ${attributes({ type, message: reason.slice(0, 1000) })}>${xmlText(text.slice(0, longest))}</${kind}>`,
  };
}

function skipped(message: string): { readonly outcome: Outcome; readonly element: string } {
  return { outcome: 'skipped', element: `<skipped ${attributes({ message: message.slice(0, 1000) })}/>` };
}

function testCase(result: CaseResult, element: string, { folder }: ReporterIo): string {
  const { source, seconds, costUsd, scores } = result;
  const file =
    source === null ? undefined : folder === undefined ? source.file : relative(folder, source.file);
  const facts = scores.flatMap(({ label, score }): [string, string][] => [
    [`${label}.verdict`, score.verdict],
    ...(score.basis === null ? [] : [[`${label}.basis`, score.basis] as [string, string]]),
    ...(score.value === null ? [] : [[`${label}.score`, `${score.value}`] as [string, string]]),
  ]);
  if (costUsd !== null) facts.push(['cost_usd', `${costUsd}`]);
  const own = attributes({
    name: nameCaseRun(result),
    classname: file ?? 'sqlassay',
    time: seconds.total.toFixed(3),
    ...(file === undefined || source === null ? {} : { file, line: source.line }),
  });
  return [
    `    <testcase ${own}>`,
    ...properties('      ', facts),
    ...(element === '' ? [] : [`      ${element}`]),
    '    </testcase>',
  ].join('\n');
}

function properties(indent: string, list: readonly (readonly [string, string])[]): readonly string[] {
  if (list.length === 0) return [];
  return [
    `${indent}<properties>`,
    ...list.map(([name, value]) => `${indent}  <property ${attributes({ name, value })}/>`),
    `${indent}</properties>`,
  ];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${xmlAttribute(`${value}`)}"`)
    .join(' ');
}
