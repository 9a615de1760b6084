import { createStubModel } from '../../src/llm/index.js';
import { bareContext, caseRunOf } from '../../src/scorers/case-run.fixture.js';
import {
  failed,
  inconclusive,
  LlmJudge,
  passed,
  readJudgeReply,
  sqlEquivalenceJudge,
} from '../../src/scorers/index.js';
import type { ScoreResult } from '../../src/types/index.js';
import type { AcceptanceCase } from './acceptance-case.js';

/** What a case about judges holds besides the common fields. */
interface JudgeExtra {
  readonly scale?: string;
  readonly threshold?: number;
  readonly reply?: string;
  /** What a judge that does as it is told by the candidate would say. */
  readonly simulated_obedient_reply?: string;
}

/** What our judge makes of the reply that a case holds. */
export async function tryJudge(item: AcceptanceCase): Promise<{
  readonly scores: readonly ScoreResult[];
  readonly measures: Readonly<Record<string, number>>;
}> {
  const {
    scale = '0..1',
    threshold = 0.5,
    reply,
    simulated_obedient_reply,
  } = (item.extra ?? {}) as JudgeExtra;
  const text = reply ?? simulated_obedient_reply ?? '';
  const score =
    scale === '0..1' ? await askJudge(item, text, threshold) : readOnScale(text, scale, threshold);
  // A score beside a verdict that may also be an error is the score of the other reading.
  return { scores: [score], measures: score.value === null ? {} : { score: score.value } };
}

async function askJudge(
  { id, question, gold_sql, candidate_sql, dialect }: AcceptanceCase,
  text: string,
  threshold: number,
): Promise<ScoreResult> {
  const model = createStubModel(text);
  const judge =
    typeof gold_sql === 'string' && threshold === 0.5
      ? sqlEquivalenceJudge(model)
      : new LlmJudge({ model, criteria: 'The query answers the question.', threshold });
  const sql = candidate_sql ?? 'SELECT 1';
  const run = caseRunOf({
    case: { id, question: question ?? '', sql: typeof gold_sql === 'string' ? gold_sql : 'SELECT 1' },
    output: { status: 'success', sql },
    statement: { sql, cleaned: [] },
  });
  const queries = { ...bareContext.queries!, modelSql: sql, dialect };
  return judge.score(run, { ...bareContext, queries });
}

/** Judges score from 0 to 1 here; replies on other scales are only read. */
function readOnScale(text: string, scale: string, threshold: number): ScoreResult {
  const [min = 0, max = 1] = scale.split('..').map(Number);
  const reading = readJudgeReply(text, { scale: { min, max }, threshold });
  if (reading.kind === 'unreadable') return inconclusive('llm_judge', reading.why);
  const extras = { value: reading.score, basis: 'judged' } as const;
  return reading.score >= threshold
    ? passed('llm_judge', reading.rationale, extras)
    : failed('llm_judge', reading.rationale, extras);
}
