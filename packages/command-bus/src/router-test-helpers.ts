/** A router for the commands of the test kit, and envelopes for it. */
import type { IncomingCall, RouterOptions, RouterRequest } from './router.ts';
import { createRouter } from './router.ts';
import { ann, tree } from './test-kit.ts';

type Options = RouterOptions<typeof tree, IncomingCall>;

export const setUp = (
  changes: Partial<Options> = {},
  list: Options['handlers']['things']['list'] = () => ({ sum: 0, list: [] }),
) => {
  const faults: unknown[] = [];
  const calls: { readonly command: string; readonly code: number }[] = [];
  const router = createRouter<typeof tree, IncomingCall>({
    commands: tree,
    handlers: {
      things: { list, move: () => ({}), share: () => ({ failed: [{ path: '/a', error: 15 }] }) },
      user: { find: ({ id }) => ({ found: id.length }) },
    },
    context: (call) => call,
    onFault: (fault) => faults.push(fault),
    onCall: ({ command, code }) => calls.push({ command, code }),
    ...changes,
  });
  const post = async (body: unknown, path = '/things', more: Partial<RouterRequest> = {}): Promise<unknown> => {
    const reply = await router.handle({
      method: 'POST',
      path,
      query: new URLSearchParams(),
      headers: {},
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      remote: '127.0.0.1',
      ...more,
    });
    return reply.status === 200 ? JSON.parse(reply.body) : reply.status;
  };
  return { router, post, faults, calls };
};

export const envelope = (changes: object) => ({ version: 1, ...ann, ...changes });
export const listing = (params: unknown) => envelope({ cmd: 'LIST', jsonparam: JSON.stringify(params) });
