import { left, right } from '../either.ts';
import type { Transport } from '../transport.ts';
import { addressOf, failureOf } from '../transport.ts';

type Fetch = typeof globalThis.fetch;

/**
 * The transport of scripts, servers and the browser's ordinary calls. Cookies are never sent: identity is in the request.
 * `fetch` is looked up at call time when it is not given.
 */
export const fetchTransport = (options: { readonly fetch?: Fetch } = {}): Transport => ({
  reportsProgress: false,
  exchange: async (request) => {
    const { method, headers, body, signal } = request;
    const init: RequestInit = { method, headers, body, signal, credentials: 'omit', redirect: 'error' };
    try {
      const reply = await (options.fetch ?? globalThis.fetch)(addressOf(request), init);
      return right(reply);
    } catch (cause) {
      return left(failureOf(cause, signal));
    }
  },
});
