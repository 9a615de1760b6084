import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { scrubSecrets } from '../../llm/index.js';
import type {
  RetrievalRecord,
  RetrievalScope,
  Solver,
  SolverInput,
  SolverOutput,
} from '../../types/index.js';
import { SqlassayError } from '../../types/index.js';
import { checkSolverOutput } from '../check-solver-output.js';
import type { HttpSolverConfig } from '../config/http-config.js';
import { failedOutput, unavailableOutput } from '../failed-output.js';
import { findByPath } from '../json-path.js';
import type { SolverContext } from '../solver-context.js';
import { callService, type ServiceLimits, type ServiceReply } from './call-service.js';
import { createFiller, type PlaceholderValues, readVariable, variablesOf } from './placeholders.js';
import { namesOf, readResponse, readRetrieval } from './read-response.js';

type Endpoint = Pick<HttpSolverConfig, 'url' | 'method' | 'headers' | 'body'>;

/**
 * A solver that asks a service over HTTP. Variables of the environment are looked up for each request and kept nowhere;
 * whatever the service says, their values are taken out of it.
 *
 * @throws SqlassayError E_ENVIRONMENT_MISSING, E_URL_INVALID
 */
export function createHttpSolver(
  config: HttpSolverConfig,
  { environment = process.env }: SolverContext,
  random: () => number = Math.random,
): Solver {
  for (const variable of variablesOf([config, config.retrieve, config.route]))
    readVariable(variable, environment);
  for (const endpoint of [config, config.retrieve, config.route]) {
    if (endpoint !== undefined) addressOf(endpoint, createFiller({ question: '' }, environment));
  }
  const agents = {
    http: new Agent({ keepAlive: true }),
    https: new SecureAgent({ keepAlive: true }),
  };
  const limits: ServiceLimits = {
    timeout: config.timeout,
    retries: config.retries,
    retryDelay: config.retry_delay,
    maxBytes: config.max_response,
    agents,
    random,
  };

  /** Asks, and takes every secret out of what comes back. */
  async function ask<T>(
    endpoint: Endpoint,
    values: PlaceholderValues,
    signal: AbortSignal,
    read: (reply: ServiceReply) => T,
  ): Promise<T> {
    signal.throwIfAborted();
    const filler = createFiller(values, environment);
    const url = addressOf(endpoint, filler);
    const body = bodyOf(endpoint.body, filler);
    const headers = headersOf(endpoint, config.headers ?? {}, body, filler);
    const method = endpoint.method ?? (body === undefined ? 'GET' : 'POST');
    const reply = await callService(
      { url, method, headers, ...(body === undefined ? {} : { body }) },
      limits,
      signal,
    );
    return read(scrubSecrets(reply, filler.secrets));
  }

  /** What a retriever or a router said; there is no output to put a failure in. */
  function found(reply: ServiceReply, path: string): unknown {
    if (reply.kind !== 'json') throw new Error(reply.message);
    if (reply.status >= 400) throw new Error(`The service answered with status ${reply.status}`);
    const value = findByPath(path, reply.document);
    if (value === undefined) throw new Error(`The service's reply has nothing at ${path}`);
    return value;
  }

  const { retrieve, route } = config;
  return {
    name: `http ${placeOf(config.url)}`,
    enforcesRoles: config.enforces_roles,
    identity: createHash('sha256').update(JSON.stringify(config)).digest('hex'),
    solve: (input) => ask(config, valuesOf(input), input.signal, (reply) => outputOf(reply, config)),
    ...(retrieve === undefined
      ? {}
      : {
          retrieve: (question: string, signal: AbortSignal, scope: RetrievalScope = {}) =>
            ask(retrieve, scoped(question, scope), signal, (reply) => {
              const retrieval = readRetrieval(found(reply, retrieve.response) ?? {});
              return checked<RetrievalRecord>({ retrieval }, 'retrieval');
            }),
        }),
    ...(route === undefined
      ? {}
      : {
          route: (question: string, signal: AbortSignal) =>
            ask(route, { question }, signal, (reply) => {
              const ranking = namesOf(found(reply, route.response) ?? []);
              return checked<readonly string[]>({ ranking }, 'ranking');
            }),
        }),
    async close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function outputOf(reply: ServiceReply, config: HttpSolverConfig): SolverOutput {
  if (reply.kind === 'unavailable') return unavailableOutput(reply.message);
  if (reply.kind === 'failed') return failedOutput(reply.code, reply.message);
  const read = readResponse(reply.document, reply.status, config);
  // A refusal to take the request, rather than the question, says so without any of the words that were mapped.
  const isAnswer = read.kind === 'ok' && (read.output.status !== 'error' || read.output.errors !== undefined);
  if (reply.status >= 400 && !isAnswer) {
    const said = JSON.stringify(reply.document, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    return unavailableOutput(`The service answered with status ${reply.status}: ${said.slice(0, 200)}`);
  }
  return read.kind === 'ok' ? read.output : failedOutput('MALFORMED_REPLY', read.problem);
}

function checked<T>(fields: object, name: 'retrieval' | 'ranking'): T {
  const read = checkSolverOutput({ status: 'success', ...fields });
  if (read.kind === 'malformed') throw new Error(`The service's reply is malformed: ${read.problem}`);
  return read.output[name] as T;
}

function valuesOf(input: SolverInput): PlaceholderValues {
  const { question, evidence, role, caseId, pass, dialect } = input;
  return {
    ...scoped(question, input),
    ...(evidence === undefined ? {} : { evidence }),
    role,
    case_id: caseId,
    pass,
    dialect,
  };
}

function scoped(question: string, { datasources }: RetrievalScope): PlaceholderValues {
  const [datasource] = datasources ?? [];
  return {
    question,
    ...(datasources === undefined ? {} : { datasources }),
    ...(datasource === undefined ? {} : { datasource }),
  };
}

/** The host as the suite spells it. */
function placeOf(url: string): string {
  return /^https?:\/\/(?:[^/@]*@)?([^/?#]*)/i.exec(url)?.[1] ?? 'service';
}

type Filler = ReturnType<typeof createFiller>;

function addressOf({ url }: Pick<Endpoint, 'url'>, filler: Filler): URL {
  const address = filler.text(url, encodeURIComponent);
  const parsed = URL.canParse(address) ? new URL(address) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new SqlassayError('E_URL_INVALID', {
      what: 'The url is not the address of a service',
      where: 'solver',
      advice: 'Write http://host:port/path or https://host/path, with special characters percent-encoded.',
    });
  }
  return parsed;
}

function bodyOf(template: unknown, filler: Filler): string | undefined {
  if (template === undefined) return undefined;
  return typeof template === 'string' ? filler.text(template) : JSON.stringify(filler.value(template));
}

function headersOf(
  { headers: own, body: template }: Endpoint,
  shared: Readonly<Record<string, string>>,
  body: string | undefined,
  filler: Filler,
): Record<string, string> {
  const isText = typeof template === 'string';
  return {
    accept: 'application/json',
    ...(body === undefined
      ? {}
      : {
          'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
    ...Object.fromEntries(
      Object.entries(own ?? shared).map(([name, value]) => [
        name.toLowerCase(),
        filler.text(value, headerText),
      ]),
    ),
  };
}

/** A header holds printable ASCII; everything else is percent-encoded. */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}
