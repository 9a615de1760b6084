import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, type Agent as SecureAgent } from 'node:https';

export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Keep connections open between requests. */
  readonly agents: { readonly http: Agent; readonly https: SecureAgent };
}

/**
 * What became of one request:
 *
 * - `reply`: a whole reply, whatever its status
 * - `late`: the service was reached and did not answer in time
 * - `too_large`: more than was allowed
 * - `broken`: it could not be reached, or the connection ended
 */
export type HttpOutcome =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers: IncomingMessage['headers'];
      readonly text: string;
    }
  | { readonly kind: 'late' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'broken'; readonly message: string };

/**
 * Sends one request and reads the whole reply. Unlike `fetch` it can tell a service that cannot be reached from one that is
 * slow, which is the difference between infrastructure and the system under test. Redirects are replies.
 */
export function sendRequest(
  { url, method, headers, body }: HttpRequest,
  limits: HttpLimits,
): Promise<HttpOutcome> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const secure = url.protocol === 'https:';
    const request = (secure ? requestHttps : requestHttp)(url, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      agent: secure ? limits.agents.https : limits.agents.http,
    });
    const settle = (outcome: HttpOutcome): void => {
      clearTimeout(timer);
      limits.signal.removeEventListener('abort', abort);
      resolve(outcome);
      if (outcome.kind !== 'reply') request.destroy();
    };
    const timer = setTimeout(
      () =>
        settle(
          isConnected ? { kind: 'late' } : { kind: 'broken', message: 'no connection was made in time' },
        ),
      limits.timeoutMs,
    );
    const abort = (): void => {
      clearTimeout(timer);
      request.destroy();
      reject(limits.signal.reason);
    };
    limits.signal.addEventListener('abort', abort, { once: true });
    request.on('socket', (socket) => {
      if (!socket.connecting) isConnected = true;
      else
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        });
    });
    request.on('error', (error: NodeJS.ErrnoException) =>
      settle({ kind: 'broken', message: messageOf(error) }),
    );
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > limits.maxBytes) settle({ kind: 'too_large' });
        else chunks.push(chunk);
      });
      response.on('error', (error) => settle({ kind: 'broken', message: messageOf(error) }));
      response.on('end', () =>
        settle({
          kind: 'reply',
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.end(body);
    if (limits.signal.aborted) abort();
  });
}

function messageOf(error: NodeJS.ErrnoException): string {
  // Several addresses that were tried come as one error without a message of its own.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first?.message || error.message || error.code || 'the connection broke';
}
