import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { LlmJudge, type LlmJudgeOptions, sqlEquivalenceJudge } from '../scorers/index.js';
import { type Scorer, SqlassayError } from '../types/index.js';

/** Criteria that come with the package, by name. */
export const builtInCriteria = { sql_equivalence: sqlEquivalenceJudge } as const;

/**
 * A judge from a YAML file of the options of `llm_judge`; `model` and `samples` may be given here instead.
 *
 * @throws SqlassayError E_JUDGE_FILE
 */
export function loadJudge(
  file: string,
  shown: string,
  over: { readonly model?: string; readonly samples?: number },
): Scorer & { readonly models: LlmJudge['models'] } {
  const options = readYaml(file, shown);
  try {
    return new LlmJudge({ ...options, ...over } as LlmJudgeOptions);
  } catch (error) {
    if (!SqlassayError.is(error) || error.code !== 'E_SCORER_OPTIONS') throw error;
    throw invalid(shown, error.what);
  }
}

function readYaml(file: string, shown: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw invalid(shown, `it cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) {
    const [start] = problem.linePos ?? [];
    throw invalid(
      start === undefined ? shown : `${shown}:${start.line}:${start.col}`,
      problem.message.split('\n', 1)[0]!,
    );
  }
  const value: unknown = document.toJS();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(shown, 'it is not a mapping of options');
  }
  return value as Readonly<Record<string, unknown>>;
}

function invalid(where: string, why: string): SqlassayError {
  return new SqlassayError('E_JUDGE_FILE', {
    what: `The judge cannot be used: ${why}`,
    where,
    advice:
      'Write the options of llm_judge, such as `criteria: ...` and `threshold: 0.7`; docs/judge.md lists them.',
  });
}
