import type { SuiteProblem } from '../problem.js';
import type { Path, YamlSource } from '../yaml/yaml-source.js';

/** Whether a field may hold a secret, and so may name an environment variable instead of it. */
function mayHoldSecret(path: Path, isHttp: boolean): boolean {
  return path.at(-1) === 'url' || (isHttp && path[0] === 'solver');
}

/**
 * Finds `${env:NAME}` where nothing will ever replace it. References stay as they are written when a suite is loaded, so
 * that no value of the environment reaches a journal or a report.
 */
export function checkEnvironmentReferences(source: YamlSource): SuiteProblem[] {
  const { solver } = (source.value ?? {}) as { solver?: { kind?: unknown } | null };
  const isHttp = solver?.kind === 'http';
  const visit = (value: unknown, path: Path): SuiteProblem[] => {
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).flatMap(([key, item]) =>
        visit(item, [...path, Array.isArray(value) ? Number(key) : key]),
      );
    }
    if (typeof value !== 'string' || !value.includes('${env:')) return [];
    if (mayHoldSecret(path, isHttp)) return [];
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
