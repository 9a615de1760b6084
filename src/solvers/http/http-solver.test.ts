import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ServiceMode,
  startTextToSqlService,
  type TextToSqlService,
} from '../../../test/servers/text-to-sql-service.js';
import type { Solver, SolverConfig, SolverInput } from '../../types/index.js';
import { createSolver } from '../create-solver.js';

const key = 'sk-loopback-7f3a9b';
const open: { close?(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close?.();
});

async function serve(
  config: Readonly<Record<string, unknown>> = {},
  options: { key?: string; retryAfter?: string } = {},
): Promise<{ service: TextToSqlService; solver: Solver }> {
  const service = await startTextToSqlService(options);
  open.push(service);
  const solver = await make({
    url: `${service.url}/api/v1/query`,
    headers: { Authorization: `Bearer \${env:ENGINE_KEY}` },
    body: { query: '{{question}}', user_role: '{{role}}', hint: '{{evidence}}', sources: '{{datasources}}' },
    response: {
      status: '$.status',
      sql: '$.sub_queries[*].sql',
      rows: '$.sub_queries[0].rows',
      answer: '$.answer',
      errors: '$.errors',
      datasources: '$.sub_queries[*].datasource',
      retrieval: '$.relevant_tables',
      usage: { input_tokens: '$.usage.prompt_tokens', output_tokens: '$.usage.completion_tokens' },
      cost_usd: '$.usage.cost_usd',
    },
    status_map: { denied: 'error', clarify: 'needs_clarification' },
    retrieve: {
      url: `${service.url}/api/v1/retrieve?q={{question}}&in={{datasources}}`,
      response: '$.tables',
    },
    route: {
      url: `${service.url}/api/v1/route`,
      body: { query: '{{question}}' },
      response: '$.datasources[*].name',
    },
    retry_delay: '1ms',
    ...config,
  });
  return { service, solver };
}

async function make(config: Readonly<Record<string, unknown>>): Promise<Solver> {
  const solver = await createSolver({ kind: 'http', ...config } as SolverConfig, {
    baseFolder: '.',
    cases: [],
    environment: { ENGINE_KEY: key },
  });
  open.push(solver);
  return solver;
}

function asking(question: string, role = 'default', signal = new AbortController().signal): SolverInput {
  return { caseId: 'a', question, role, pass: 1, dialect: 'sqlite', signal };
}

describe('an http solver', () => {
  it('asks an engine as it is and reads its reply', async () => {
    const { service, solver } = await serve({}, { key });
    const output = await solver.solve({
      ...asking('How old are "the singers"?'),
      datasources: ['music', 'shop'],
    });
    expect(output).toEqual({
      status: 'success',
      sql: 'SELECT name, age FROM singer',
      resultSets: [
        {
          columns: ['name', 'age'].map((name) => ({ name, engineType: '', kind: 'mixed' })),
          rows: [
            ['Ann', 31],
            ['Bob', 44],
          ],
        },
      ],
      answer: 'There are two singers.',
      datasources: ['music'],
      retrieval: { singer: ['name', 'age'] },
      usage: { inputTokens: 812, outputTokens: 45 },
      costUsd: 0.0021,
    });
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/v1/query',
      body: { query: 'How old are "the singers"?', user_role: 'default', sources: ['music', 'shop'] },
    });
    expect(service.requests[0]!.body).not.toHaveProperty('hint');
  });

  it('passes a refusal on with its code, whatever its HTTP status', async () => {
    const { solver } = await serve();
    expect(await solver.solve(asking('What are the salaries?', 'viewer'))).toMatchObject({
      status: 'error',
      errors: [
        {
          code: 'SECURITY_VIOLATION',
          message: 'You do not have access to the data needed to answer this.',
        },
      ],
      usage: { inputTokens: 812, outputTokens: 45 },
    });
  });

  it.each([
    ['How is the weather?', { status: 'error', errors: [{ code: 'QUESTION_NOT_ANSWERABLE' }] }],
    ['How old are them?', { status: 'needs_clarification', answer: 'Whom do you mean?' }],
  ])('reads %j', async (question, expected) => {
    const { solver } = await serve();
    expect(await solver.solve(asking(question))).toMatchObject(expected);
  });

  it.each([
    ['A strange one', /status "pondering" is not known; say in status_map/],
    ['Give me two', /sql: .*string/],
  ])('takes what it cannot read for a malformed reply: %s', async (question, message) => {
    const { solver } = await serve();
    const { status, errors } = await solver.solve(asking(question));
    expect([status, errors?.[0]?.code]).toEqual(['error', 'MALFORMED_REPLY']);
    expect(errors?.[0]?.message).toMatch(message);
  });

  it('retrieves and routes', async () => {
    const { service, solver } = await serve();
    const { signal } = new AbortController();
    expect(await solver.retrieve?.('names & ages?', signal, { datasources: ['music'] })).toEqual({
      singer: ['name', 'age'],
      concert: [],
    });
    expect(service.requests[0]).toMatchObject({
      method: 'GET',
      path: '/api/v1/retrieve?q=names%20%26%20ages%3F&in=music',
    });
    expect(await solver.route?.('names', signal)).toEqual(['music', 'shop']);
    expect(service.requests[1]).toMatchObject({ method: 'POST', body: { query: 'names' } });
    service.behave('down');
    await expect(solver.retrieve?.('names', signal)).rejects.toThrow('status 503');
    service.behave('malformed');
    await expect(solver.route?.('names', signal)).rejects.toThrow('not JSON');
  });

  it('offers neither without an address for it', async () => {
    const solver = await make({ url: 'http://localhost/', response: { sql: '$.sql' } });
    expect(solver).not.toHaveProperty('retrieve');
    expect(solver).not.toHaveProperty('route');
  });

  it('asks again after 503, 429 and a broken connection', async () => {
    const { service, solver } = await serve({}, { retryAfter: '0' });
    service.behave('down', 'rate_limited', 'hang_up', 'answer');
    expect(await solver.solve(asking('names'))).toMatchObject({ status: 'success' });
    expect(service.requests).toHaveLength(4);
  });

  it('gives up on what stays down: infrastructure, not an answer', async () => {
    const { service, solver } = await serve({ retries: 2 });
    service.behave('down');
    expect(await solver.solve(asking('names'))).toEqual({
      status: 'unavailable',
      errors: [
        {
          code: 'UNAVAILABLE',
          message:
            'The service answered with status 503: {"detail":"The planner is not there"} (asked 3 times)',
        },
      ],
    });
    expect(service.requests).toHaveLength(3);
  });

  it('does not wait for longer than it has', async () => {
    const { service, solver } = await serve({ timeout: '5s' }, { retryAfter: '3600' });
    service.behave('rate_limited');
    expect(await solver.solve(asking('names'))).toMatchObject({ status: 'unavailable' });
    expect(service.requests).toHaveLength(1);
  });

  it.each<ServiceMode>(['slow', 'stall_in_body'])('counts %s as its own time-out', async (mode) => {
    const { service, solver } = await serve({ timeout: '300ms' });
    service.behave(mode);
    expect(await solver.solve(asking('names'))).toEqual({
      status: 'error',
      errors: [{ code: 'TIMEOUT', message: 'The service did not answer within 0.3 s' }],
    });
    expect(service.requests).toHaveLength(1);
  });

  it.each<[ServiceMode, string, RegExp]>([
    ['malformed', 'MALFORMED_REPLY', /not JSON: \{"status": "success"/],
    ['empty', 'MALFORMED_REPLY', /empty/],
    ['huge', 'REPLY_TOO_LARGE', /longer than 102400 bytes/],
  ])('counts %s as its own error', async (mode, code, message) => {
    const { service, solver } = await serve({ max_response: '100KB' });
    service.behave(mode);
    const { status, errors } = await solver.solve(asking('names'));
    expect([status, errors?.[0]?.code]).toEqual(['error', code]);
    expect(errors?.[0]?.message).toMatch(message);
    expect(service.requests).toHaveLength(1);
  });

  it.each<[ServiceMode, RegExp]>([
    ['html_not_found', /status 404: <h1>Not found<\/h1>/],
    ['redirect_away', /redirects to http:\/\/127\.0\.0\.2:9\/elsewhere \(307\), which is not followed/],
    ['redirect_as_get', /redirects to .*\(302\)/],
    ['redirect_forever', /redirects more than 5 times/],
  ])('counts %s as infrastructure', async (mode, message) => {
    const { service, solver } = await serve();
    service.behave(mode);
    const { status, errors } = await solver.solve(asking('names'));
    expect(status).toBe('unavailable');
    expect(errors?.[0]?.message).toMatch(message);
  });

  it('follows a redirect that repeats the request at the same place', async () => {
    const { service, solver } = await serve();
    service.behave('redirect_here');
    expect(await solver.solve(asking('names'))).toMatchObject({ status: 'success' });
    expect(service.requests.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/api/v1/query'],
      ['POST', '/api/v1/query/'],
    ]);
  });

  it('counts a refused login and a refused connection as infrastructure', async () => {
    const { solver } = await serve({}, { key: 'another' });
    expect(await solver.solve(asking('names'))).toMatchObject({
      status: 'unavailable',
      errors: [{ message: expect.stringContaining('refused the login with status 401') }],
    });
    const gone = await startTextToSqlService();
    await gone.close();
    const lost = await make({ url: gone.url, response: { sql: '$.sql' }, retries: 1, retry_delay: '1ms' });
    expect(await lost.solve(asking('names'))).toMatchObject({
      status: 'unavailable',
      errors: [{ message: expect.stringMatching(/ECONNREFUSED.*\(asked 2 times\)/) }],
    });
  });

  it('stops when it is told to', async () => {
    const { service, solver } = await serve();
    service.behave('slow');
    const controller = new AbortController();
    const answer = solver.solve(asking('names', 'default', controller.signal));
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('never shows the key, whatever the service says', async () => {
    const { service, solver } = await serve();
    service.behave('echo_headers');
    const echoed = await solver.solve(asking('names'));
    expect(service.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
    expect(echoed.answer).toContain('"authorization":"Bearer ***"');
    const everything = [echoed, solver, solver.identity];
    for (const mode of ['down', 'html_not_found', 'malformed', 'rate_limited', 'redirect_forever'] as const) {
      service.behave(mode);
      everything.push(await solver.solve(asking('names')));
    }
    const inUrl = await make({
      url: `${service.url}/\${env:ENGINE_KEY}/query`,
      response: { sql: '$.sql' },
      retries: 0,
    });
    for (const mode of ['redirect_as_get', 'echo_headers', 'hang_up'] as const) {
      service.behave(mode);
      everything.push(await inUrl.solve(asking('names')));
    }
    expect(inspect(everything, { depth: 20 })).not.toContain(key);
    expect(service.requests.some(({ path }) => path.includes(key))).toBe(true);
  });

  it('takes a question that spells a reference or a placeholder as it is', async () => {
    const { service, solver } = await serve();
    const question = `\${env:ENGINE_KEY} {{role}} "\\`;
    await solver.solve(asking(question));
    expect(service.requests[0]!.body.query).toBe(question);
  });

  it.each([
    [{ url: `http://localhost/\${env:ABSENT}` }, 'E_ENVIRONMENT_MISSING', 'ABSENT is not set'],
    [{ url: 'ftp://localhost/' }, 'E_URL_INVALID', 'not the address of a service'],
    [{ url: 'nonsense' }, 'E_URL_INVALID', 'not the address of a service'],
  ])('refuses %j before it asks', async (config, code, message) => {
    await expect(make({ ...config, response: { sql: '$.sql' } })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it('changes its identity with its configuration only', async () => {
    const config = { url: 'http://localhost/a', response: { sql: '$.sql' } };
    const [one, same, other] = await Promise.all([
      make(config),
      make(config),
      make({ ...config, retries: 1 }),
    ]);
    expect(one.identity).toBe(same.identity);
    expect(one.identity).not.toBe(other.identity);
  });
});
