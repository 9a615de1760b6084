import { z } from 'zod';
import type { Llm } from '../../types/index.js';

const share = z.number().min(0).max(1);

const band = z
  .strictObject({ min_score: share, max_score: share, description: z.string().min(1) })
  .refine(({ min_score, max_score }) => min_score <= max_score, {
    message: 'min_score is above max_score',
  });

const example = z.strictObject({
  input: z.string().optional(),
  actual_output: z.string(),
  expected_output: z.string().optional(),
  score: share,
  reason: z.string(),
});

/** What may be shown to a judge. */
export const shownFields = ['input', 'actual_output', 'expected_output'] as const;
export type ShownField = (typeof shownFields)[number];

const judgementShape = {
  /** What is judged, in words. */
  criteria: z.string().min(1).optional(),
  /** Steps the judge goes through. */
  steps: z.array(z.string().min(1)).optional(),
  /** What bands of scores mean. */
  rubric: z.array(band).optional(),
  /** Judged examples. */
  examples: z.array(example).optional(),
  /** The least score that passes. */
  threshold: share.default(0.5),
  /** The question, the model's SQL, the gold SQL; each only where there is one. */
  show: z
    .array(z.enum(shownFields))
    .min(1)
    .default([...shownFields]),
  /** How often the judge is asked; the majority decides. */
  samples: z.number().int().min(1).max(99).default(1),
};

type Criterion = Pick<z.infer<z.ZodObject<typeof judgementShape>>, 'criteria' | 'steps' | 'rubric'>;

const hasCriterion = ({ criteria, steps = [], rubric = [] }: Criterion): boolean =>
  criteria !== undefined || steps.length > 0 || rubric.length > 0;
const withoutCriterion = { message: 'a judge needs criteria, steps or a rubric' };

/** Options of a judge beside its model. */
export const judgement = z.strictObject(judgementShape).refine(hasCriterion, withoutCriterion);

/** How a model with an id is asked. */
export const asking = z.strictObject({
  /** Null leaves the provider's default. */
  temperature: z.number().min(0).max(2).nullable().default(0),
  /** Seconds for one reply. */
  timeout: z.number().positive().default(60),
});

const modelId = z.string().min(1);

export const judgeOptions = z
  .strictObject({
    /** The grader's id, such as `openai/gpt-5.4`. */
    model: modelId,
    ...judgementShape,
    ...asking.shape,
  })
  .refine(hasCriterion, withoutCriterion);

/** Options of a judge whose criterion is given. */
export const presetOptions = z.strictObject({
  model: modelId,
  ...asking.shape,
  samples: judgementShape.samples,
});

export type Judgement = z.infer<typeof judgement>;
export type Asking = z.infer<typeof asking>;

/** Options of a judge: what is judged, and a model by its id (with how it is asked) or as an object. */
export type LlmJudgeOptions = z.input<typeof judgement> &
  (({ readonly model: string } & z.input<typeof asking>) | { readonly model: Llm });
