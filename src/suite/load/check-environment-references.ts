import type { SuiteProblem } from '../problem.js';
import type { Path, YamlSource } from '../yaml/yaml-source.js';

/** Fields that may hold a secret, and so may name an environment variable instead of it. */
const secretFields = new Set<PropertyKey | undefined>(['url']);

/**
 * Finds `${env:NAME}` where nothing will ever replace it. References stay as they are written when a suite is loaded, so
 * that no value of the environment reaches a journal or a report.
 */
export function checkEnvironmentReferences(source: YamlSource): SuiteProblem[] {
  const visit = (value: unknown, path: Path): SuiteProblem[] => {
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).flatMap(([key, item]) =>
        visit(item, [...path, Array.isArray(value) ? Number(key) : key]),
      );
    }
    if (typeof value !== 'string' || !value.includes('${env:') || secretFields.has(path.at(-1))) return [];
    return [
      {
        message: `\${env:NAME} is only allowed in fields that hold a secret (url), not in "${path.map(String).join('.')}"`,
        location: source.at(path),
      },
    ];
  };
  // Cases are data: a question or a query may well contain such a text.
  const { cases: _, ...rest } = (source.value ?? {}) as Record<string, unknown>;
  return visit(rest, []);
}
