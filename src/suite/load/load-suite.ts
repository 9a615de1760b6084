import { dirname, resolve } from 'node:path';
import { createRegistry } from '../../registry/index.js';
import type { Registry, Suite } from '../../types/index.js';
import { absoluteDatasource, absoluteGate, absoluteSolver } from '../absolute-paths.js';
import { withCaseDefaults } from '../create-suite.js';
import { inReadingOrder, type SuiteProblem, suiteError } from '../problem.js';
import { readValue } from '../schema/read-value.js';
import { type SuiteFile, suiteSchema } from '../schema/suite.js';
import { readYaml, type YamlSource } from '../yaml/yaml-source.js';
import { checkCases } from './check-cases.js';
import { checkComparisons } from './check-comparisons.js';
import { checkEnvironmentReferences } from './check-environment-references.js';
import { checkFiles } from './check-files.js';
import { checkSuite } from './check-suite.js';
import { loadCases } from './load-cases.js';
import { loadPlans } from './load-plans.js';
import type { LocatedCase } from './located-case.js';
import { readText } from './read-text.js';

export interface LoadOptions {
  /** Where scorers are looked up. Default: the built-ins and the plugins of the suite's project. */
  readonly registry?: Registry;
  /** Whether the databases and other files that the suite names must be there. Default true. */
  readonly checkFiles?: boolean;
}

/**
 * Loads a suite file with its cases and plans: every path absolute, every default filled in, every name checked.
 *
 * @example
 * const suite = await loadSuite('evals.yaml');
 * @throws E_SUITE_INVALID listing every problem with its file, line and column
 */
export async function loadSuite(file: string, options: LoadOptions = {}): Promise<Suite> {
  const { suite, problems } = await read(resolve(file), options);
  if (suite === null || problems.length > 0) throw suiteError(resolve(file), problems);
  return suite;
}

/** Every problem of a suite file and the files it names, in reading order; none when it is valid. */
export async function validateSuite(
  file: string,
  options: LoadOptions = {},
): Promise<readonly SuiteProblem[]> {
  return (await read(resolve(file), options)).problems;
}

async function read(
  file: string,
  options: LoadOptions,
): Promise<{ suite: Suite | null; problems: readonly SuiteProblem[] }> {
  const content = await readText(file);
  if ('problem' in content)
    return { suite: null, problems: [{ message: content.problem, location: { file, line: 1, column: 1 } }] };
  const { source, problems } = readYaml(file, content.text);
  if (problems.length > 0) return { suite: null, problems };
  const own = readOwnFile(source);
  const cases = await loadCases(source);
  const found = [...own.problems, ...cases.problems];
  if (own.value === undefined) return { suite: null, problems: inReadingOrder(file, found) };
  const assembled = await assemble(own.value, source, cases.cases, options);
  return { suite: assembled.suite, problems: inReadingOrder(file, [...found, ...assembled.problems]) };
}

/** The suite's own fields. Its cases are read one by one, so that a bad one does not hide the others. */
function readOwnFile(source: YamlSource): { value?: SuiteFile; problems: readonly SuiteProblem[] } {
  const { value } = source;
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  const withoutCases =
    isMapping && Array.isArray((value as { cases?: unknown }).cases) ? { ...value, cases: [] } : value;
  const read = readValue(suiteSchema, withoutCases, source);
  return { ...read, problems: [...read.problems, ...checkEnvironmentReferences(source)] };
}

async function assemble(
  own: SuiteFile,
  source: YamlSource,
  located: readonly LocatedCase[],
  options: LoadOptions,
): Promise<{ suite: Suite; problems: SuiteProblem[] }> {
  const folder = dirname(source.file);
  const { cases: _, knownFailures, plans: plansPath, ...rest } = own;
  const roles = own.roles ?? { default: { deny: [] } };
  const complete = located.map((item) => ({
    ...item,
    value: withCaseDefaults(item.value, Object.keys(own.datasources), Object.keys(roles)),
  }));
  const cases = complete.map(({ value }) => value);
  const plans = await loadPlans(source, plansPath, complete);
  const suite: Suite = {
    ...rest,
    file: source.file,
    datasources: Object.fromEntries(
      Object.entries(own.datasources).map(([name, config]) => [name, absoluteDatasource(config, folder)]),
    ),
    solver: own.solver === undefined ? null : absoluteSolver(own.solver, folder),
    roles,
    cases,
    plans: plans.plans,
    knownFailures,
    gate: own.gate === undefined ? null : absoluteGate(own.gate, folder),
  };
  const datasources = new Map(
    Object.entries(own.datasources).map(([name, config]) => [name, 'path' in config ? config.path : null]),
  );
  const registry = options.registry ?? createRegistry({ pluginsFor: source.file });
  const problems = [
    ...plans.problems,
    ...checkCases(complete, { datasources, roles: Object.keys(roles) }),
    ...checkComparisons(own, source, complete),
    ...(await checkSuite(own, source, cases, registry)),
    ...(options.checkFiles === false ? [] : checkFiles(suite, source, cases)),
  ];
  return { suite, problems };
}
