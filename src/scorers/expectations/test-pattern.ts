import { runInNewContext } from 'node:vm';

const timeoutMs = 1_000;

/**
 * Whether each text has a match of a regular expression (flag `u`). Null when it takes too long: a pattern that goes
 * back and forth can take longer than the age of the world.
 */
export function testPattern(pattern: string, texts: readonly string[]): readonly boolean[] | null {
  try {
    const script =
      'const tester = new RegExp(pattern, "u"); JSON.stringify(texts.map((text) => tester.test(text)))';
    return JSON.parse(
      runInNewContext(script, { pattern, texts }, { timeout: timeoutMs }) as string,
    ) as boolean[];
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}
