import {
  type Case,
  type CaseRunKey,
  type ExpectedOutcome,
  type Mode,
  SqlassayError,
  type Suite,
} from '../../types/index.js';
import { caseRunId } from '../case-run-id.js';
import type { RunFilter } from '../run-options.js';

/** A case run that is to be done. */
export interface PlannedRun extends CaseRunKey {
  readonly case: Case;
  readonly expected: ExpectedOutcome;
}

/**
 * Every case run of a run: each case, for each role it names, as often as there are passes. Mode plans leaves out routing
 * cases, mode retrieval the roles that get no answer.
 */
export function schedule(
  suite: Suite,
  mode: Mode,
  passes: number,
  filter: RunFilter = {},
): readonly PlannedRun[] {
  const matches = grepMatcher(filter.grep);
  const cases = suite.cases.filter(
    (item) =>
      (mode !== 'plans' || item.kind !== 'routing') &&
      matches(item) &&
      (filter.tags === undefined || filter.tags.some((tag) => item.tags?.includes(tag))),
  );
  return Array.from({ length: passes }, (_, index) => index + 1)
    .flatMap((pass) => cases.flatMap((item) => rolesOf(item).map((role) => planned(item, role, pass))))
    .filter((run) => mode !== 'retrieval' || run.expected === 'allowed')
    .filter((run) => filter.roles === undefined || filter.roles.includes(run.role))
    .filter((run) => filter.only === undefined || filter.only.has(caseRunId(run)));
}

const defaultExpected = { default: 'allowed' } as const;

function rolesOf({ expected = defaultExpected }: Case): readonly string[] {
  return Object.keys(expected);
}

function planned(item: Case, role: string, pass: number): PlannedRun {
  const expected: Readonly<Record<string, ExpectedOutcome>> = item.expected ?? defaultExpected;
  return { case: item, caseId: item.id, role, pass, expected: expected[role]! };
}

function grepMatcher(pattern: string | undefined): (item: Case) => boolean {
  if (pattern === undefined) return () => true;
  const expression = readPattern(pattern);
  return ({ id, question }) => expression.test(id) || expression.test(question);
}

function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'iu');
  } catch (cause) {
    throw new SqlassayError('E_FILTER_PATTERN', {
      what: `"${pattern}" is no regular expression`,
      where: 'grep',
      advice: 'Put a backslash before characters that mean something in one, such as ( [ * + ?',
      cause,
    });
  }
}
