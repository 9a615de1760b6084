import { z } from 'zod';
import { placeholderProblem } from '../http/placeholders.js';
import { pathProblem } from '../json-path.js';
import { bytes, seconds } from './quantities.js';
import { strict } from './strict-object.js';

const path = z
  .string()
  .superRefine((text, context) => {
    const problem = pathProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .describe('A JSONPath, such as $.result.sql');

const filled = z.unknown().superRefine((value, context) => {
  const problem = placeholderProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const secretHeader = /authorization|cookie|token|secret|api-?key|password/i;

const headers = z
  .record(z.string().min(1), z.string())
  .superRefine((all, context) => {
    for (const [name, value] of Object.entries(all)) {
      if (secretHeader.test(name) && !value.includes('${env:')) {
        const message = `A secret does not belong in a suite file: write \${env:NAME} in the header "${name}", and set the variable NAME where the run is started`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
      const problem = placeholderProblem(value);
      if (problem !== null) context.addIssue({ code: 'custom', path: [name], message: problem });
    }
  })
  .describe(`\${env:NAME} stands for a variable of the environment`);

const request = {
  url: filled
    .pipe(z.string().min(1))
    .describe(
      `{{question}} and the like stand for what is asked, \${env:NAME} for a variable of the environment`,
    ),
  method: z.enum(['GET', 'POST', 'PUT']).exactOptional().describe('Default: POST with a body, else GET'),
  headers: headers.exactOptional(),
  body: filled.exactOptional().describe('Sent as JSON; a text is sent as it is'),
};

const status = z.enum(['success', 'error', 'needs_clarification', 'unavailable']);

const response = strict({
  status: path.exactOptional(),
  sql: path.exactOptional(),
  answer: path.exactOptional(),
  rows: path.exactOptional().describe('Lists of cells, or objects with a field for each column'),
  columns: path.exactOptional().describe('Names, or objects with a name'),
  errors: path.exactOptional().describe('Texts, or objects with a code and a message'),
  code: path.exactOptional().describe('Code of the only error, or of each of `errors`, seen from that error'),
  message: path
    .exactOptional()
    .describe('Message of the only error, or of each of `errors`, seen from that error'),
  datasources: path.exactOptional(),
  retrieval: path
    .exactOptional()
    .describe('Tables with their columns: an object, or a list of names or of objects with name and columns'),
  ranking: path.exactOptional().describe('Names, or objects with a name'),
  timings: path.exactOptional().describe('An object of seconds'),
  usage: strict({ input_tokens: path, output_tokens: path }).exactOptional(),
  cost_usd: path.exactOptional(),
});

/** Anything that answers over HTTP with JSON. */
export const httpConfig = strict({
  kind: z.literal('http'),
  ...request,
  response: response.describe('Where in the reply everything is'),
  status_map: z
    .record(z.string(), status)
    .exactOptional()
    .describe("The service's words for a status to those of a solver"),
  retrieve: strict({ ...request, response: path })
    .exactOptional()
    .describe('Where to ask for the tables of a question; the headers are the same unless it has its own'),
  route: strict({ ...request, response: path })
    .exactOptional()
    .describe('Where to ask for the ranking of datasources'),
  enforces_roles: z.boolean().default(false).describe("The service applies the roles' table policy itself"),
  timeout: seconds.prefault('60s').describe('For one question, retries included'),
  retries: z.number().int().min(0).max(10).default(3).describe('After 429, 5xx and broken connections'),
  retry_delay: seconds.prefault('500ms').describe('Before the first retry; doubled for each further one'),
  max_response: bytes.prefault('16MB'),
});

export type HttpSolverConfig = z.output<typeof httpConfig>;
export type HttpResponseMapping = z.output<typeof response>;
