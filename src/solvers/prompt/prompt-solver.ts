import { createHash } from 'node:crypto';
import { recordOf, type SchemaRetriever } from '../../retrieval/index.js';
import {
  type Llm,
  type Solver,
  type SolverDatabases,
  type SolverInput,
  type SolverOutput,
  SqlassayError,
} from '../../types/index.js';
import type { PromptSolverConfig } from '../config/prompt-config.js';
import { configuredRetriever } from '../configured-retriever.js';
import type { SolverContext } from '../solver-context.js';
import { askForSql } from './ask-for-sql.js';
import { failureOutput } from './model-failure.js';
import { defaultPrompt, defaultSystem, fillTemplate, loadTemplate } from './prompt-template.js';
import { schemaText } from './schema-text.js';

/**
 * A solver that shows a model the part of the schema that a question is about, and asks for SQL.
 *
 * @throws SqlassayError E_SOLVER_CONTEXT without databases and models, E_PROMPT_TEMPLATE, and as `Models.get` does
 */
export async function createPromptSolver(
  config: PromptSolverConfig,
  context: SolverContext,
): Promise<Solver> {
  const { databases, models } = context;
  if (databases === undefined) throw lacking('databases');
  if (models === undefined) throw lacking('models');
  const template =
    config.template === undefined ? null : await loadTemplate(config.template, context.baseFolder);
  const model = models.get(config.model);
  const { retriever, embedder } = configuredRetriever(config.retrieval, databases, models);
  const used = [model, ...(embedder === undefined ? [] : [embedder])];
  return {
    name: `prompt ${config.model}`,
    models: used.map((one) => ({ model: one.model, price: one.price })),
    identity: createHash('sha256')
      .update(
        JSON.stringify([
          config,
          template ?? [defaultSystem, defaultPrompt(placeholders)],
          used.map((one) => one.identity ?? one.model),
        ]),
      )
      .digest('hex'),
    solve: (input) =>
      solve(input, {
        config,
        template,
        model,
        retriever,
        databases,
        unanswerableCode: context.unanswerableCode ?? 'QUESTION_NOT_ANSWERABLE',
      }),
    retrieve: (question, signal, scope = {}) => retriever.retrieve(question, { ...scope, signal }),
    route: (question, signal) => retriever.route(question, { signal }),
  };
}

const placeholders = { question: '', schema: '', evidence: ' ', dialect: '', role: '' };

interface Parts {
  readonly config: PromptSolverConfig;
  readonly template: string | null;
  readonly model: Llm;
  readonly retriever: SchemaRetriever;
  readonly databases: SolverDatabases;
  readonly unanswerableCode: string;
}

async function solve(input: SolverInput, parts: Parts): Promise<SolverOutput> {
  const { config, template, databases } = parts;
  const { question, evidence = '', role, signal } = input;
  const started = performance.now();
  // One query runs on one database, which is the first where a case names several. A hint often names the very columns.
  const selected = await parts.retriever.select(`${question} ${evidence}`, {
    signal,
    ...(input.datasources === undefined ? {} : { datasources: input.datasources.slice(0, 1) }),
  });
  if (selected.kind === 'failed') return failureOutput(selected.failure);
  const { tables, ranking, spent } = selected;
  const [datasource] = input.datasources ?? ranking ?? [];
  const retrieved = {
    retrieval: recordOf(tables),
    ...(ranking === undefined ? {} : { ranking }),
    ...(datasource === undefined ? {} : { datasources: [datasource] }),
  };
  const retrieveSeconds = (performance.now() - started) / 1000;
  const values = {
    question,
    evidence,
    role,
    dialect: datasource === undefined ? input.dialect : databases.dialect(datasource),
    schema: schemaText(tables, question),
  };
  const { output, timings } = await askForSql(
    {
      system: config.system ?? (template === null ? defaultSystem : undefined),
      prompt: template === null ? defaultPrompt(values) : fillTemplate(template, values),
      datasource,
    },
    parts,
    spent,
    signal,
  );
  return { ...retrieved, ...output, timings: { retrieve: retrieveSeconds, ...timings } };
}

function lacking(what: 'databases' | 'models'): SqlassayError {
  return new SqlassayError('E_SOLVER_CONTEXT', {
    what: `A prompt solver was made without ${what}`,
    where: 'solver',
    advice:
      "A run lends it the suite's own. In code, pass `databases` and `models` to createSolver beside the configuration.",
  });
}
