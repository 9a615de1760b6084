import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the service got it. */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/** How the service behaves towards one question. */
export type ServiceMode =
  | 'answer'
  | 'slow'
  | 'stall_in_body'
  | 'rate_limited'
  | 'down'
  | 'hang_up'
  | 'malformed'
  | 'empty'
  | 'huge'
  | 'html_not_found'
  | 'echo_headers'
  | 'redirect_here'
  | 'redirect_away'
  | 'redirect_as_get'
  | 'redirect_forever';

export interface TextToSqlService {
  readonly url: string;
  readonly requests: readonly ServiceRequest[];
  /** From now on it behaves like this; a list is one mode a request, the last one stays. */
  behave(...modes: ServiceMode[]): void;
  close(): Promise<void>;
}

interface ServiceOptions {
  readonly key?: string;
  /** Sent with 429. */
  readonly retryAfter?: string;
}

/**
 * A small service on the loopback interface in the shape of public text-to-SQL engines: `POST /api/v1/query` takes a query
 * and a user's role, and answers with a status, sub-queries, rows, errors with codes and what was used up. `/retrieve` and
 * `/route` show its parts. It wants a key when it has one, and misbehaves as it is told.
 */
export async function startTextToSqlService(options: ServiceOptions = {}): Promise<TextToSqlService> {
  const requests: ServiceRequest[] = [];
  let modes: ServiceMode[] = ['answer'];
  const server = createServer((incoming, outgoing) => {
    void readBody(incoming).then((body) => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body };
      requests.push(request);
      const mode = modes.length > 1 ? modes.shift()! : modes[0]!;
      respond(request, mode, outgoing, options);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave(...next) {
      modes = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function respond(
  request: ServiceRequest,
  mode: ServiceMode,
  outgoing: ServerResponse,
  options: ServiceOptions,
): void {
  if (mode === 'slow') return;
  if (mode === 'hang_up') {
    outgoing.destroy();
    return;
  }
  if (mode === 'stall_in_body') {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.write('{"status": "suc');
    return;
  }
  const { status, headers = {}, text } = replyOf(request, mode, options);
  outgoing.writeHead(status, headers).end(text);
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

function replyOf(
  request: ServiceRequest,
  mode: Exclude<ServiceMode, 'slow' | 'hang_up' | 'stall_in_body'>,
  { key, retryAfter }: ServiceOptions,
): Reply {
  switch (mode) {
    case 'rate_limited':
      return json(
        429,
        { detail: 'Too many requests' },
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      );
    case 'down':
      return json(503, { detail: 'The planner is not there' });
    case 'malformed':
      return { status: 200, text: '{"status": "success", "sub_queries": [' };
    case 'empty':
      return { status: 200 };
    case 'huge':
      return json(200, { status: 'success', answer: 'x'.repeat(300_000) });
    case 'html_not_found':
      return { status: 404, headers: { 'content-type': 'text/html' }, text: '<h1>Not found</h1>' };
    case 'echo_headers':
      return json(200, {
        status: 'success',
        sub_queries: [],
        answer: `You sent ${JSON.stringify(request.headers)} to ${request.path}`,
        errors: [{ code: 'DEBUG', message: String(request.headers.authorization) }],
      });
    case 'redirect_here':
      return request.path.endsWith('/') ? answer(request) : redirect(307, `${request.path}/`);
    case 'redirect_away':
      return redirect(307, 'http://127.0.0.2:9/elsewhere');
    case 'redirect_as_get':
      return redirect(302, `${request.path}/`);
    case 'redirect_forever':
      return redirect(308, request.path);
    case 'answer':
      return key === undefined || request.headers.authorization === `Bearer ${key}`
        ? answer(request)
        : json(401, { status: 'error', errors: [{ code: 'UNAUTHENTICATED', message: 'Wrong key' }] });
  }
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, text: JSON.stringify(value) };
}

function redirect(status: number, location: string): Reply {
  return { status, headers: { location } };
}

function answer({ path, body }: ServiceRequest): Reply {
  if (path.includes('/retrieve'))
    return json(200, {
      tables: [{ name: 'singer', columns: ['name', { name: 'age' }] }, { name: 'concert' }],
    });
  if (path.includes('/route'))
    return json(200, {
      datasources: [
        { name: 'music', score: 0.9 },
        { name: 'shop', score: 0.1 },
      ],
    });
  const query = String(body.query ?? '');
  const role = String(body.user_role ?? '');
  const usage = { prompt_tokens: 812, completion_tokens: 45, cost_usd: 0.0021 };
  if (/salar/i.test(query) && role !== 'admin')
    return json(403, {
      status: 'denied',
      sub_queries: [],
      errors: [
        { code: 'SECURITY_VIOLATION', message: 'You do not have access to the data needed to answer this.' },
      ],
      usage,
    });
  if (/weather/i.test(query))
    return json(200, {
      status: 'error',
      sub_queries: [],
      errors: [{ code: 'QUESTION_NOT_ANSWERABLE', message: 'Nothing here is about that' }],
      usage,
    });
  if (/them\?/i.test(query))
    return json(200, { status: 'clarify', answer: 'Whom do you mean?', sub_queries: [] });
  if (/strange/i.test(query)) return json(200, { status: 'pondering', sub_queries: [] });
  if (/two/i.test(query))
    return json(200, { status: 'success', sub_queries: [{ sql: 'SELECT 1' }, { sql: 'SELECT 2' }] });
  return json(200, {
    status: 'success',
    sub_queries: [
      {
        datasource: 'music',
        sql: 'SELECT name, age FROM singer',
        rows: [
          { name: 'Ann', age: 31 },
          { name: 'Bob', age: 44 },
        ],
      },
    ],
    answer: 'There are two singers.',
    relevant_tables: { singer: ['name', 'age'] },
    usage,
  });
}

async function readBody(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}
