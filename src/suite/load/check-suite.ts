import type { Case, Registry } from '../../types/index.js';
import { SqlassayError } from '../../types/index.js';
import type { SuiteProblem } from '../problem.js';
import type { SuiteFile } from '../schema/suite.js';
import type { Path, YamlSource } from '../yaml/yaml-source.js';
import { unknownName } from './check-cases.js';

/** Finds names in a suite's own file that nothing bears. */
export async function checkSuite(
  suite: SuiteFile,
  source: YamlSource,
  cases: readonly Case[],
  registry: Registry,
): Promise<SuiteProblem[]> {
  return [
    ...(Object.keys(suite.datasources).length === 0
      ? [{ message: 'A suite needs at least one datasource', location: source.at(['datasources']) }]
      : []),
    ...(suite.roles !== undefined && Object.keys(suite.roles).length === 0
      ? [
          {
            message: 'There are no roles; leave the key out for one role "default"',
            location: source.at(['roles']),
          },
        ]
      : []),
    ...doubledLabels(suite, source),
    ...(await unusableScorers(suite, source, registry)),
    ...danglingIds(suite, source, cases),
  ];
}

function doubledLabels({ scorers }: SuiteFile, source: YamlSource): SuiteProblem[] {
  return scorers.flatMap(({ as: label }, index) =>
    scorers.findIndex((other) => other.as === label) === index
      ? []
      : [
          {
            message: `Two scorers have the label "${label}"; give one another label with {use: ..., as: ...}`,
            location: source.at(['scorers', index]),
          },
        ],
  );
}

async function unusableScorers(
  { scorers }: SuiteFile,
  source: YamlSource,
  registry: Registry,
): Promise<SuiteProblem[]> {
  const checked = await Promise.all(
    scorers.map(async (entry, index): Promise<SuiteProblem[]> => {
      try {
        await registry.checkScorer(entry.use, entry.with);
        return [];
      } catch (error) {
        if (!SqlassayError.is(error)) throw error;
        const inside: Path = error.code === 'E_SCORER_OPTIONS' ? ['with'] : ['use'];
        return [{ message: error.message, location: source.at(['scorers', index, ...inside]) }];
      }
    }),
  );
  return checked.flat();
}

function danglingIds(suite: SuiteFile, source: YamlSource, cases: readonly Case[]): SuiteProblem[] {
  const ids = cases.map(({ id }) => id);
  const tags = [...new Set(cases.flatMap((item) => item.tags ?? []))];
  const knownFailures = suite.knownFailures.flatMap(({ id }, index) =>
    ids.includes(id)
      ? []
      : [{ message: unknownName('case', id, ids), location: source.at(['known_failures', index, 'id']) }],
  );
  const protectedCases = (suite.gate?.protect ?? []).flatMap((entry, index) => {
    const location = source.at(['gate', 'protect', index]);
    if (entry.startsWith('tag:')) {
      const tag = entry.slice('tag:'.length);
      return tags.includes(tag) ? [] : [{ message: unknownName('tag', tag, tags), location }];
    }
    return ids.includes(entry) ? [] : [{ message: unknownName('case', entry, ids), location }];
  });
  return [...knownFailures, ...protectedCases];
}
