import { userRoot } from '@boxwood/box-sdk/rules';
import type { BoxClient } from '@boxwood/box-sdk';
import { commandTree, createClient, createFacade, fileAddresses, fileUrl, queued } from '@boxwood/box-sdk';
import { Complaint, EXIT } from './exit.ts';
import { namedTransports } from './network.ts';
import type { Session } from './session.ts';
import { loadSession } from './session.ts';
import { say } from './words/say.ts';

/** What a command works with: the session, a client that carries it, and where remote paths begin. */
export interface Context {
  readonly session: Session;
  readonly box: BoxClient;
  /** A path on the box: absolute as it is, anything else below the user's own folder. */
  readonly remote: (path: string) => string;
  /** The address of a file of the box, good for an hour from now. */
  readonly url: (path: string) => Promise<string>;
}

/** How long a box that was there a moment ago is waited for. */
const PATIENCE_MS = 30_000;

export const clientOf = (url: string, session?: Session): BoxClient => {
  const { transport, transferTransport, hasAnswered } = namedTransports();
  const client = createClient({
    baseUrl: url,
    transport,
    transferTransport,
    ...(session === undefined ? {} : { identity: () => ({ username: session.user, token: session.token }) }),
  });
  const calm = queued(client, {
    get patienceMs() {
      return hasAnswered() ? PATIENCE_MS : 0;
    },
  });
  return { ...calm, ...createFacade(calm, commandTree) };
};

/** Takes `.` and `..` out and drops doubled slashes: the box refuses both, a person types both. */
export const normalise = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
};

export const openContext = (): Context => {
  const session = loadSession();
  if (session === undefined)
    throw new Complaint(say('You are not signed in. Run: boxwood login http://BOX:6900'), EXIT.session);
  const home = userRoot(session.user);
  const box = clientOf(session.url, session);
  const addresses = fileAddresses(box, session.url);
  return {
    session,
    box,
    url: async (path) => fileUrl(await addresses(), path),
    remote: (path) => normalise(path.startsWith('/') ? path : `${home}/${path}`),
  };
};
