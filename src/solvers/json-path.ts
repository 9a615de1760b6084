import { JSONPathEnvironment, type JSONPathQuery } from 'json-p3';

/** RFC 9535 without its two functions that run a regular expression: on hostile text those may never end. */
const environment = new JSONPathEnvironment();
environment.functionRegister.delete('match');
environment.functionRegister.delete('search');

/** What is wrong with a JSONPath, or null. */
export function pathProblem(text: string): string | null {
  try {
    environment.compile(text);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `"${text}" is not a JSONPath, such as $.result.sql or $.steps[*].name: ${reason}`;
  }
}

/** What a path finds: its value, all of them where it can find several, undefined where there is none. */
export function findByPath(path: string, document: unknown): unknown {
  const query = environment.compile(path);
  const found = valuesOf(query, document);
  return query.singularQuery() ? found[0] : found;
}

function valuesOf(query: JSONPathQuery, document: unknown): unknown[] {
  // Cells may be bigints, which the library passes on as they are.
  return query.query(document as Parameters<typeof query.query>[0]).values();
}
