import { maxParsedBytes, parseQuery } from '../../sql/index.js';
import type { CheckContext, EquivalenceCheck, QueryPair, SemanticVerdict } from '../../types/index.js';

/** What checks said of one pair. */
export interface CheckedPair {
  /** The first that decided; null when none did. */
  readonly decided: Exclude<SemanticVerdict, { equivalence: 'unknown' }> | null;
  /** Of every check that was asked, in order. */
  readonly verdicts: readonly SemanticVerdict[];
}

/** How long past its time a check may go on before it is no longer waited for, in milliseconds. */
const graceMs = 250;

/**
 * Asks checks in turn until one decides. All share the budget's time; a check that breaks, or that does not come back in
 * time, is unknown. Never throws.
 */
export async function runChecks(
  checks: readonly EquivalenceCheck[],
  pair: QueryPair,
  context: CheckContext,
): Promise<CheckedPair> {
  const large = [pair.gold, pair.candidate].find((sql) => Buffer.byteLength(sql) > maxParsedBytes);
  if (large !== undefined) {
    const detail = `a query has more than the ${maxParsedBytes} bytes that are looked at`;
    return { decided: null, verdicts: [unknown(checks[0]?.method ?? 'text', 'unsupported.size', detail)] };
  }
  await startParser(pair.dialect);
  const deadline = performance.now() + context.budget.milliseconds;
  const verdicts: SemanticVerdict[] = [];
  for (const check of checks) {
    const left = deadline - performance.now();
    const verdict =
      left < 1
        ? unknown(check.method, 'budget', 'no time was left for this check')
        : await judgeInTime(check, pair, { ...context, budget: { milliseconds: left } });
    verdicts.push(verdict);
    if (verdict.equivalence !== 'unknown') return { decided: verdict, verdicts };
  }
  return { decided: null, verdicts };
}

/** Starting the parser's thread is nobody's time; what goes wrong in it is said by the checks. */
async function startParser(dialect: string): Promise<void> {
  await parseQuery('SELECT 1', dialect).catch(() => {});
}

async function judgeInTime(
  check: EquivalenceCheck,
  pair: QueryPair,
  context: CheckContext,
): Promise<SemanticVerdict> {
  const { method } = check;
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<SemanticVerdict>((resolve) => {
    timer = setTimeout(() => {
      late.abort();
      resolve(unknown(method, 'budget', 'the check did not come back in time'));
    }, context.budget.milliseconds + graceMs);
  });
  const judged = new Promise<SemanticVerdict>((resolve) =>
    resolve(
      check.judge(pair, {
        ...context,
        signal: AbortSignal.any([context.signal, late.signal]),
      }),
    ),
  ).catch((error: unknown) =>
    unknown(method, 'unsupported.failure', error instanceof Error ? error.message : String(error)),
  );
  try {
    return await Promise.race([judged, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

function unknown(method: string, code: string, detail: string): SemanticVerdict {
  return { equivalence: 'unknown', method, code, detail };
}
