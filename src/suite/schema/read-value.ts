import type { z } from 'zod';
import type { SuiteProblem } from '../problem.js';
import type { Path, YamlSource } from '../yaml/yaml-source.js';
import { describeIssue } from './describe-issue.js';

type Issue = z.core.$ZodIssue;

/** Checks a part of a file by a schema: its value, or what is wrong with it and where. */
export function readValue<T>(
  schema: z.ZodType<T>,
  value: unknown,
  source: YamlSource,
  base: Path = [],
): { readonly value?: T; readonly problems: readonly SuiteProblem[] } {
  const parsed = schema.safeParse(value, { error: describeIssue, reportInput: true });
  if (parsed.success) return { value: parsed.data, problems: [] };
  return {
    problems: withoutNoise(parsed.error.issues.flatMap(mostSpecific)).flatMap((issue) =>
      locate(issue, source, base),
    ),
  };
}

/** Of a union's branches, the issues of the one that the value comes nearest to. */
function mostSpecific(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((issues) =>
    issues
      .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
      .flatMap(mostSpecific),
  );
  return branches.reduce((best, branch) => (distance(branch, issue) < distance(best, issue) ? branch : best));
}

function distance(issues: readonly Issue[], union: Issue): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    return sum + (issue.code === 'invalid_type' && issue.path.length === union.path.length ? 1000 : 1);
  }, 0);
}

/** What is wrong with a `kind` decides which keys are known, so unknown keys beside it say nothing. */
function withoutNoise(issues: readonly Issue[]): Issue[] {
  const kinds = new Set(
    issues.filter(({ path }) => path.at(-1) === 'kind').map(({ path }) => path.slice(0, -1).join('\0')),
  );
  return issues.filter(({ code, path }) => code !== 'unrecognized_keys' || !kinds.has(path.join('\0')));
}

function locate(issue: Issue, source: YamlSource, base: Path): SuiteProblem[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'invalid_key') {
    const location = source.keyAt(path.slice(0, -1), String(path.at(-1)));
    return [{ message: named(path, issue.message), location }];
  }
  if (issue.code !== 'unrecognized_keys')
    return [{ message: named(path, issue.message), location: source.at(path) }];
  const messages = issue.message.split('\n');
  return issue.keys.map((key, index) => ({
    message: named(path, messages[index] ?? issue.message),
    location: source.keyAt(path, key),
  }));
}

/** `settings.limits.rows: message` */
function named(path: Path, message: string): string {
  const text = path.reduce<string>(
    (shown, part) =>
      typeof part === 'number'
        ? `${shown}[${part}]`
        : shown === ''
          ? String(part)
          : `${shown}.${String(part)}`,
    '',
  );
  return text === '' ? message : `${text}: ${message}`;
}
