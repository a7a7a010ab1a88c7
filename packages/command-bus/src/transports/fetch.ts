import { left, right } from '../either.ts';
import type { Transport } from '../transport.ts';
import { addressOf, failureOf, LongReply, REPLY_BYTES } from '../transport.ts';

type Fetch = typeof globalThis.fetch;

/** The text of a reply, read piece by piece unless its length is known: one that does not end must not fill the memory of who asked. */
const textOf = async (reply: Response): Promise<string> => {
  const length = reply.headers.get('content-length');
  if (length !== null && !reply.headers.has('content-encoding') && Number(length) <= REPLY_BYTES) return reply.text();
  const reader = reply.body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    bytes += piece.value.length;
    if (bytes > REPLY_BYTES) {
      await reader?.cancel();
      throw new LongReply();
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
};

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
      return right({ status: reply.status, text: () => textOf(reply) });
    } catch (cause) {
      return left(failureOf(cause, signal));
    }
  },
});
