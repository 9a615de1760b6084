import { SqlassayError } from '../../types/index.js';
import type { Tally } from '../tally.js';
import { createGithubReporter } from './github-reporter.js';
import {
  type ClosableReporter,
  createDefaultReporter,
  createDotReporter,
  createMinimalReporter,
  createVerboseReporter,
} from './human-reporters.js';
import { createJunitReporter } from './junit-reporter.js';
import { createJsonlReporter, createJsonReporter } from './machine-reporters.js';
import { createMarkdownReporter } from './markdown-reporter.js';
import type { ReporterIo } from './reporter-io.js';

const builtIn = {
  default: createDefaultReporter,
  verbose: createVerboseReporter,
  dot: createDotReporter,
  minimal: createMinimalReporter,
  json: createJsonReporter,
  jsonl: createJsonlReporter,
  junit: createJunitReporter,
  markdown: createMarkdownReporter,
  github: createGithubReporter,
} as const satisfies Record<string, (tally: Tally, io: ReporterIo) => ClosableReporter>;

export type ReporterName = keyof typeof builtIn;

export const reporterNames = Object.keys(builtIn) as readonly ReporterName[];

export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(builtIn, name);
}

/**
 * A built-in reporter. All reporters of a run share one tally, whose own reporter must come before them.
 *
 * @throws SqlassayError E_REPORTER_UNKNOWN
 */
export function createReporter(name: string, tally: Tally, io: ReporterIo): ClosableReporter {
  if (isReporterName(name)) return builtIn[name](tally, io);
  throw new SqlassayError('E_REPORTER_UNKNOWN', {
    what: `There is no reporter "${name}"`,
    advice: `The reporters are ${reporterNames.join(', ')}; one of your own is named by the path of its module.`,
  });
}
