import { type Client, createClient, right } from '@boxwood/command-bus';

/** A client of a box that gives one reply over the wire, and what the box was asked. */
export const oneReply = (reply: Readonly<Record<string, unknown>>): { client: Client; asked: unknown[] } => {
  const asked: unknown[] = [];
  const client = createClient({
    baseUrl: 'http://box.example',
    identity: () => ({ username: 'ann', token: 'T'.repeat(32) }),
    transport: {
      reportsProgress: false,
      exchange: ({ body }) => {
        asked.push(JSON.parse(typeof body === 'string' ? body : ''));
        return Promise.resolve(
          right({ status: 200, text: () => Promise.resolve(JSON.stringify({ error: 0, ...reply })) }),
        );
      },
    },
  });
  return { client, asked };
};
