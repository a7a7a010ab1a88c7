import { userRoot } from '@boxwood/box-sdk/rules';
import type { BoxClient } from '@boxwood/box-sdk';
import { commandTree, createClient, createFacade, fileAddresses, fileUrl, queued } from '@boxwood/box-sdk';
import { Complaint, EXIT } from './exit.ts';
import { namedTransports } from './network.ts';
import type { Session } from './session.ts';
import { loadSession } from './session.ts';
import { say } from './words/say.ts';

/** The session, a client that uses it, and the base of relative remote paths. */
export interface Context {
  readonly session: Session;
  readonly box: BoxClient;
  /** Resolves a path on the box: an absolute one as it is, any other below the user's own folder. */
  readonly remote: (path: string) => string;
  /** The URL of a file of the box, valid for an hour. */
  readonly url: (path: string) => Promise<string>;
}

/** How long calls wait for a box that responded earlier in this run, in ms. */
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

/** Resolves `.` and `..` and removes double slashes, which the box rejects. */
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
