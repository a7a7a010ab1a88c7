import { type Client, createClient, right } from '@boxwood/command-bus';
import { isRecord, parseJson } from '@boxwood/command-bus/codecs';

/** A reply of a box without its envelope. */
type Reply = Readonly<Record<string, unknown>>;

/** A client of a box that answers each command over the wire, with the recorded requests. */
export const createReplyClient = (
  replyTo: (cmd: string) => Reply,
): { client: Client; requests: { readonly cmd: string; readonly params: unknown }[] } => {
  const requests: { readonly cmd: string; readonly params: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://box.example',
    identity: () => ({ username: 'ann', token: 'T'.repeat(32) }),
    transport: {
      reportsProgress: false,
      exchange: ({ body }) => {
        const envelope = parseJson(typeof body === 'string' ? body : '');
        const { cmd, params } = envelope._tag === 'Right' && isRecord(envelope.right) ? envelope.right : {};
        if (typeof cmd !== 'string') throw new TypeError('a question without a command');
        requests.push({ cmd, params });
        const text = JSON.stringify({ error: 0, ...replyTo(cmd) });
        return Promise.resolve(right({ status: 200, text: () => Promise.resolve(text) }));
      },
    },
  });
  return { client, requests };
};

/** The same for a box with a single reply. */
export const createOneReplyClient = (reply: Reply): ReturnType<typeof createReplyClient> =>
  createReplyClient(() => reply);
