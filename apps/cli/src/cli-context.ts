import { userRoot } from '@boxwood/box-sdk/rules';
import type { BoxClient } from '@boxwood/box-sdk';
import { commandTree, createClient, createFacade, fileAddresses, fileUrl, queued } from '@boxwood/box-sdk';
import { CliError, EXIT } from './cli-errors.ts';
import { createCliTransports } from './network-errors.ts';
import type { StoredSession } from './stored-session.ts';
import { loadSession } from './stored-session.ts';
import { translate } from './messages/translate.ts';

/** The session, a client that uses it, and the base of relative remote paths. */
export interface CliContext {
  readonly session: StoredSession;
  readonly box: BoxClient;
  /** Resolves a path on the box: an absolute one as it is, any other below the user's own folder. */
  readonly remote: (path: string) => string;
  /** The URL of a file of the box, valid for an hour. */
  readonly url: (path: string) => Promise<string>;
}

/** How long calls wait for a box that responded earlier in this run, in ms. */
const RECONNECT_TIMEOUT_MS = 30_000;

export const createBoxClient = (url: string, session?: StoredSession): BoxClient => {
  const { transport, transferTransport, hasAnswered } = createCliTransports();
  const client = createClient({
    baseUrl: url,
    transport,
    transferTransport,
    ...(session === undefined ? {} : { identity: () => ({ username: session.user, token: session.token }) }),
  });
  const queuedClient = queued(client, {
    get patienceMs() {
      return hasAnswered() ? RECONNECT_TIMEOUT_MS : 0;
    },
  });
  return { ...queuedClient, ...createFacade(queuedClient, commandTree) };
};

/** Resolves `.` and `..` and removes double slashes, which the box rejects. */
export const normalizePath = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
};

export const openContext = (): CliContext => {
  const session = loadSession();
  if (session === undefined)
    throw new CliError(translate('You are not signed in. Run: boxwood login http://BOX:6900'), EXIT.session);
  const home = userRoot(session.user);
  const box = createBoxClient(session.url, session);
  const addresses = fileAddresses(box, session.url);
  return {
    session,
    box,
    url: async (path) => fileUrl(await addresses(), path),
    remote: (path) => normalizePath(path.startsWith('/') ? path : `${home}/${path}`),
  };
};
