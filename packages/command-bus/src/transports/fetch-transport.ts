import { left, right } from '../either.ts';
import type { Transport } from '../transport.ts';
import { addressOf, transportErrorOf, ReplyTooLong, MAX_REPLY_BYTES } from '../transport.ts';

type Fetch = typeof globalThis.fetch;

/** The text of a reply, at most {@link MAX_REPLY_BYTES}: an endless reply must not fill the caller's memory. */
const textOf = (reply: Response): Promise<string> => {
  const { headers, body } = reply;
  // A reply with a known length and no compression is read at once: it costs less, and the browser's developer tools
  // can show it.
  const declaredBytes = headers.has('content-encoding') ? Infinity : Number(headers.get('content-length') ?? Infinity);
  if (declaredBytes <= MAX_REPLY_BYTES) return reply.text();
  let bytes = 0;
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, out) => {
        bytes += chunk.length;
        if (bytes > MAX_REPLY_BYTES) out.error(new ReplyTooLong());
        else out.enqueue(chunk);
      },
    }),
  );
  return new Response(counted).text();
};

/**
 * The transport for scripts, servers and ordinary calls of a browser. Cookies are never sent: identity is in the
 * request. `fetch` is looked up at call time when it is not given.
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
      return left(transportErrorOf(cause, signal));
    }
  },
});
