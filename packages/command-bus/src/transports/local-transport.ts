import { left, right } from '../either.ts';
import type { Router } from '../router.ts';
import type { Transport, WireBody } from '../transport.ts';
import { transportErrorOf } from '../transport.ts';

/**
 * A transport that calls a router directly: no sockets, but the same text in both directions, so that a test cannot
 * pass a value that the wire would lose. Byte transfers are not routed; they need a server.
 */
export const localTransport = (router: Router): Transport => ({
  reportsProgress: false,
  exchange: async (request) => {
    if (request.signal.aborted) return left({ _tag: 'Aborted' });
    const finished = new AbortController();
    const aborted = new Promise<null>((resolve) => {
      request.signal.addEventListener(
        'abort',
        () => {
          resolve(null);
        },
        { once: true, signal: finished.signal },
      );
    });
    try {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k.toLowerCase(), v]));
      const handled = router.handle({
        method: request.method,
        path: new URL(request.url, 'http://local').pathname,
        query: new URLSearchParams(request.query),
        headers,
        body: typeof request.body === 'string' ? request.body : '',
        ...(isForm(request.body) ? { form: await formOf(request.body) } : {}),
        remote: 'local',
        disconnectSignal: () => request.signal,
      });
      const reply = await Promise.race([handled, aborted]);
      if (reply === null) return left({ _tag: 'Aborted' });
      return right({
        status: reply.status,
        text: () => Promise.resolve(reply.bytes === undefined ? reply.body : new TextDecoder().decode(reply.bytes)),
      });
    } catch (cause) {
      return left(transportErrorOf(cause, request.signal));
    } finally {
      finished.abort();
    }
  },
});

/**
 * Checks by tag instead of `instanceof`: touching the class would make Node load all of its fetch implementation, 3 MB
 * for a server that never fetches.
 */
const isForm = (body: WireBody): body is FormData => Object.prototype.toString.call(body) === '[object FormData]';

const formOf = async (form: FormData): Promise<Readonly<Record<string, unknown>>> => {
  const params = new Map<string, unknown>();
  for (const [key, value] of form.entries()) {
    if (typeof value === 'string') {
      params.set(key, value);
      continue;
    }
    const file = { name: value.name, type: value.type, data: new Uint8Array(await value.arrayBuffer()) };
    const before = params.get(key);
    const files: readonly unknown[] = Array.isArray(before) ? before : [];
    params.set(key, [...files, file]);
  }
  return Object.fromEntries(params);
};
