import { type HttpLimits, type HttpOutcome, type HttpRequest, sendRequest } from './send-request.js';

const mostRedirects = 5;

/**
 * Sends a request and follows redirects that repeat it at the same origin. Any other could take the headers, and the key
 * among them, to somebody else, or turn the question into a request without one: that is `broken`.
 */
export async function followRedirects(request: HttpRequest, limits: HttpLimits): Promise<HttpOutcome> {
  const started = performance.now();
  let current = request;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const left = limits.timeoutMs - (performance.now() - started);
    const outcome = await sendRequest(current, { ...limits, timeoutMs: Math.max(1, left) });
    if (outcome.kind !== 'reply' || outcome.status < 300 || outcome.status >= 400) return outcome;
    const { location } = outcome.headers;
    const { href } = current.url;
    const target = location !== undefined && URL.canParse(location, href) ? new URL(location, href) : null;
    const repeats = [307, 308].includes(outcome.status) || current.method === 'GET';
    if (target === null || !repeats || target.origin !== current.url.origin) {
      const where = target === null ? '' : ` to ${target.origin}${target.pathname}`;
      return {
        kind: 'broken',
        message: `it redirects${where} (${outcome.status}), which is not followed; write that address in the suite if it is right`,
      };
    }
    current = { ...current, url: target };
  }
  return { kind: 'broken', message: `it redirects more than ${mostRedirects} times` };
}
