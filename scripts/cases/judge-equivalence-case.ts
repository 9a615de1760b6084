import { catalogFromDdl } from '../../src/catalog/index.js';
import {
  closestReason,
  defaultEquivalenceChecks,
  runChecks,
  standInEngine,
  WitnessSearch,
} from '../../src/equivalence/index.js';
import { createScratch, type PlatformSettings } from '../../src/platforms/index.js';
import { ExecutionAccuracy } from '../../src/scorers/index.js';
import type { CheckContext } from '../../src/types/index.js';
import type { AcceptanceCase } from './acceptance-case.js';
import { openBench } from './bench.js';
import type { Judgement } from './judge-case.js';
import { spokenVerdict } from './spoken-verdict.js';

/** Kinds that ask what may be said of two queries without the rows of a database. */
export const equivalenceKinds: readonly string[] = ['ast_trap', 'ast_equiv'];

const settings: PlatformSettings = {
  limits: { rows: 10_000, bytes: 64_000_000, memoryBytes: 1_000_000_000 },
  concurrency: { cases: 1, sessions: 1, children: 2, modelCalls: 1 },
};

type Said = 'equivalent' | 'not_equivalent' | 'unknown';

/** Asks every proof, with the schema and without it, and the search for a counterexample. */
export async function judgeEquivalenceCase(item: AcceptanceCase): Promise<Judgement> {
  const { accept, verdict: _, must_not, flags = [], ...others } = item.expected;
  const accepted = accept === undefined ? [] : [accept].flat();
  const forbidden = [must_not ?? []].flat().map((one) => String(one).replaceAll(' ', '_'));
  const problems: string[] = [];
  const unchecked: string[] = [];
  for (const { said, why, isRandom } of await ask(item)) {
    if (!accepted.includes(said)) problems.push(`${said}, not ${accepted.join(' or ')}: ${why}`);
    if (forbidden.includes(said)) problems.push(`${said} must not be said: ${why}`);
    for (const flag of flags)
      if (flag !== 'non_deterministic') unchecked.push(`flag ${flag}`);
      else if (!isRandom) problems.push(`the reason does not say that results change: ${why}`);
  }
  for (const [name, want] of Object.entries(others)) {
    if (name !== 'execution_accuracy') unchecked.push(name);
    else {
      const ran = await runAsCase(item);
      if (ran !== want) problems.push(`execution accuracy says ${ran}, not ${want}`);
    }
  }
  return problems.length > 0 ? { kind: 'disagrees', problems } : { kind: 'agrees', unchecked };
}

/** A problem when a proof or the search says what is not true of a case's two queries. */
export async function saidOfEquivalence(forbidden: unknown, item: AcceptanceCase): Promise<string | null> {
  for (const { said, why } of await ask(item))
    if ([forbidden].flat().includes(said)) return `${said} must not be said of the two queries: ${why}`;
  return null;
}

async function ask({ dialect, schema_sql, gold_sql, candidate_sql }: AcceptanceCase) {
  const { catalog } = catalogFromDdl(schema_sql ?? '', dialect);
  const engine = standInEngine(dialect);
  const scratch = engine === null ? null : createScratch(engine, settings);
  const pair = { gold: [gold_sql].flat()[0] ?? '', candidate: candidate_sql ?? '', dialect };
  const context: Omit<CheckContext, 'catalog'> = {
    signal: new AbortController().signal,
    budget: { milliseconds: 30_000 },
    ...(scratch === null ? {} : { scratch }),
  };
  const answers: { said: Said; why: string; isRandom: boolean }[] = [];
  try {
    for (const known of [{ catalog }, {}]) {
      const checks = [...defaultEquivalenceChecks(), new WitnessSearch()];
      const { decided, verdicts } = await runChecks(checks, pair, { ...context, ...known });
      const reason = closestReason(verdicts);
      // A function of which nothing is known is taken for one that gives another result each time.
      const isRandom = verdicts.some(
        (one) => one.equivalence === 'unknown' && /\.(volatile|random|unknown-function)$/.test(one.code),
      );
      const said: Said =
        decided === null ? 'unknown' : decided.equivalence === 'different' ? 'not_equivalent' : 'equivalent';
      answers.push({ said, isRandom, why: decided?.method ?? `${reason?.code}: ${reason?.detail}` });
    }
  } finally {
    await scratch?.close();
  }
  return answers;
}

async function runAsCase(item: AcceptanceCase): Promise<string> {
  const bench = await openBench(item);
  try {
    const trial = await bench.judge(new ExecutionAccuracy(), { scorer: 'execution_accuracy', options: {} });
    return spokenVerdict(trial.result, false);
  } finally {
    await bench.close();
  }
}
