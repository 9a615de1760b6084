import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the service got it. */
export interface OpenAiRequest {
  /** Counted from 0. */
  readonly index: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: {
    readonly model?: string;
    readonly temperature?: number;
    readonly max_tokens?: number;
    readonly stream?: boolean;
    /** Texts to embed. */
    readonly input?: readonly string[] | string;
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
    readonly response_format?: {
      readonly type: string;
      readonly json_schema?: { readonly schema?: unknown };
    };
    readonly [other: string]: unknown;
  };
  /** The text of all its messages, or the texts to embed, in order. */
  readonly text: string;
}

/** A completion with a text, with a value as its JSON, or with a refusal in the field the protocol has for it. */
type SpokenReply = (
  | { readonly text: string }
  | { readonly object: unknown }
  | { readonly refusal: string }
) & {
  readonly usage?: unknown;
  readonly finishReason?: string;
  /** Milliseconds before it answers. */
  readonly delayMs?: number;
};

/** Vectors of the texts to embed. */
interface EmbeddedReply {
  readonly vectors: readonly (readonly number[])[];
  /** Default: a token for each text. */
  readonly usage?: unknown;
  readonly delayMs?: number;
}

/** What the service does with one request; a bare text is a reply of that text. */
export type OpenAiReply =
  | string
  | SpokenReply
  | EmbeddedReply
  /** An HTTP status with a body, such as 429 with `retry-after`. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly delayMs?: number;
    }
  /** `stall`: no answer; `half`: half of one, then silence; `cut`: half of one as if it were whole; `hang_up`: the connection ends. */
  | { readonly fault: 'stall' | 'half' | 'cut' | 'hang_up' };

/** One reply for all, one after another (the last one stays), or as the request asks. */
export type OpenAiScript =
  | OpenAiReply
  | readonly OpenAiReply[]
  | ((request: OpenAiRequest) => OpenAiReply | Promise<OpenAiReply>);

export interface OpenAiServer {
  /** What a client takes as its base URL; ends in `/v1`. */
  readonly url: string;
  readonly requests: readonly OpenAiRequest[];
  /** From now on it does this; lists start at their beginning. */
  follow(script: OpenAiScript): void;
  close(): Promise<void>;
}

export const plainUsage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } as const;

/**
 * A small service on the loopback interface that speaks OpenAI's chat completions, streamed when it is asked for, and
 * embeddings, and that misbehaves as it is told.
 */
export async function startOpenAiServer(script: OpenAiScript): Promise<OpenAiServer> {
  const requests: OpenAiRequest[] = [];
  let followed = { script, since: 0 };

  const server = createServer((incoming, outgoing) => {
    void readRequest(incoming, requests.length).then(async (request) => {
      requests.push(request);
      const { script, since } = followed;
      await answer(await replyOf(script, request, since), request, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    follow: (script) => {
      followed = { script, since: requests.length };
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage, index: number): Promise<OpenAiRequest> {
  let text = '';
  for await (const piece of incoming.setEncoding('utf8')) text += piece;
  const body: OpenAiRequest['body'] = text === '' ? {} : JSON.parse(text);
  return {
    index,
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    text: [body.input ?? [], (body.messages ?? []).map(({ content }) => textOf(content))].flat(2).join('\n'),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('');
}

async function replyOf(script: OpenAiScript, request: OpenAiRequest, since: number): Promise<OpenAiReply> {
  if (typeof script === 'function') return script(request);
  if (!isList(script)) return script;
  return script[Math.min(request.index - since, script.length - 1)] ?? { status: 500 };
}

function isList(script: OpenAiReply | readonly OpenAiReply[]): script is readonly OpenAiReply[] {
  return Array.isArray(script);
}

async function answer(reply: OpenAiReply, request: OpenAiRequest, outgoing: ServerResponse): Promise<void> {
  if (typeof reply === 'string') return answer({ text: reply }, request, outgoing);
  if ('fault' in reply) return misbehave(reply.fault, request, outgoing);
  if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  if (outgoing.destroyed) return;
  if ('status' in reply) {
    const { status, headers = {}, body = { error: { message: `status ${status}`, type: 'test' } } } = reply;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  } else if ('vectors' in reply) {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(embeddingsOf(reply, request)));
  } else if (request.body.stream === true) {
    stream(reply, request, outgoing);
  } else {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(completionOf(reply, request)));
  }
}

function misbehave(
  fault: 'stall' | 'half' | 'cut' | 'hang_up',
  request: OpenAiRequest,
  outgoing: ServerResponse,
): void {
  if (fault === 'stall') return;
  if (fault === 'hang_up') {
    outgoing.destroy();
    return;
  }
  const whole = JSON.stringify(completionOf({ text: 'cut off' }, request));
  const half = whole.slice(0, whole.length / 2);
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  if (fault === 'half') outgoing.write(half);
  else outgoing.end(half);
}

function embeddingsOf({ vectors, usage }: EmbeddedReply, { body }: OpenAiRequest): unknown {
  return {
    object: 'list',
    model: body.model ?? 'none',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: usage === undefined ? { prompt_tokens: vectors.length, total_tokens: vectors.length } : usage,
  };
}

function completionOf(reply: SpokenReply, { body, index }: OpenAiRequest): unknown {
  const { content, refusal } = messageOf(reply);
  return {
    id: `completion-${index}`,
    object: 'chat.completion',
    created: 0,
    model: body.model ?? 'none',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal },
        finish_reason: reply.finishReason ?? 'stop',
      },
    ],
    usage: reply.usage === undefined ? plainUsage : reply.usage,
  };
}

function messageOf(reply: SpokenReply): { readonly content: string | null; readonly refusal: string | null } {
  if ('refusal' in reply) return { content: null, refusal: reply.refusal };
  return { content: 'text' in reply ? reply.text : JSON.stringify(reply.object), refusal: null };
}

function stream(reply: SpokenReply, { body, index }: OpenAiRequest, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: unknown, finish: string | null, usage?: unknown): void => {
    const chunk = {
      id: `completion-${index}`,
      object: 'chat.completion.chunk',
      created: 0,
      model: body.model ?? 'none',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage === undefined ? {} : { usage }),
    };
    outgoing.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const { content, refusal } = messageOf(reply);
  send({ role: 'assistant' }, null);
  if (refusal !== null) send({ refusal }, null);
  for (const piece of content?.match(/[\s\S]{1,7}/g) ?? []) send({ content: piece }, null);
  send({}, reply.finishReason ?? 'stop', reply.usage === undefined ? plainUsage : reply.usage);
  outgoing.end('data: [DONE]\n\n');
}
