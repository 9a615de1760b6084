import { isAbsolute, relative } from 'node:path';
import { type SourceLocation, SqlassayError } from '../types/index.js';

/** One thing that is wrong with a suite, and where it is written. */
export interface SuiteProblem {
  readonly message: string;
  readonly location: SourceLocation;
}

/** `file:line:column: message`, the file relative to the working folder where it is inside it. */
export function formatProblem({ message, location: { file, line, column } }: SuiteProblem): string {
  return `${shownPath(file)}:${line}:${column}: ${message}`;
}

/** The one error that lists every problem, in the order they are written. */
export function suiteError(file: string, problems: readonly SuiteProblem[]): SqlassayError {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return new SqlassayError('E_SUITE_INVALID', {
    what: `The suite has ${count}`,
    where: shownPath(file),
    advice: `Correct ${problems.length === 1 ? 'it' : 'them'}:\n${problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`,
  });
}

/** Problems in reading order, the suite's own file first. */
export function inReadingOrder(suiteFile: string, problems: readonly SuiteProblem[]): SuiteProblem[] {
  const rank = (file: string) => (file === suiteFile ? '' : file);
  return [...problems].sort(({ location: a }, { location: b }) => {
    const [fileA, fileB] = [rank(a.file), rank(b.file)];
    if (fileA !== fileB) return fileA < fileB ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}

function shownPath(file: string): string {
  const short = relative(process.cwd(), file);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? file : short;
}
