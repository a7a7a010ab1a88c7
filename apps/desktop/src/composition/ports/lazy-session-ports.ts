import type { Client, Identity, Transport } from '@boxwood/command-bus';
import { left } from '@boxwood/command-bus';
import type { AccountPort, PortResult, BoxSignInPort } from '@boxwood/domain';
import { catchError, defer, from, of, switchMap } from 'rxjs';
import { loadChunk } from '../../platform/load-chunk.ts';
import type { ServingBox } from '../serving-box.ts';
import type { rosterPort } from './session-ports.ts';

const loadPorts = () => loadChunk(() => import('./session-ports.ts'));

/** Calls a port that is loaded at the first call; a failed load counts as a connection failure. */
const callLazily =
  <P>(load: () => Promise<P>) =>
  <A>(call: (port: P) => PortResult<A>): PortResult<A> =>
    defer(() => from(load())).pipe(
      switchMap(call),
      catchError((cause: unknown) => of(left({ _tag: 'Network', cause } as const))),
    );

/**
 * Loads the ports and waits for the URL of the account service: the sign-in form does not wait for it, the first call
 * does.
 */
const loadPortsFor = async (serving: ServingBox) => {
  const [module] = await Promise.all([loadPorts(), serving.identified]);
  return module;
};

/** Prefetches the session ports before the first call. */
export const prefetchSessionPorts = async (serving: ServingBox): Promise<void> => {
  await loadPortsFor(serving);
};

/** See `accountPort`. Commands and hashing load after the sign-in form is shown, as no sign-in happens before. */
export const lazyAccountPort = (account: Pick<Client, 'exec'>, serving: ServingBox): AccountPort => {
  const via = callLazily(async () => (await loadPortsFor(serving)).accountPort(account, serving));
  return {
    signIn: (userName, password) => via((port) => port.signIn(userName, password)),
    signOut: () => via((port) => port.signOut()),
    checkToken: () => via((port) => port.checkToken()),
    boxAddresses: (boxName) => via((port) => port.boxAddresses(boxName)),
    profile: () => via((port) => port.profile()),
  };
};

/** See `boxEntryPort`. */
export const lazyBoxEntryPort = (
  identity: () => Identity,
  serving: ServingBox,
  transport: Transport,
): BoxSignInPort => {
  const via = callLazily(async () => (await loadPortsFor(serving)).boxEntryPort(identity, serving, transport));
  return {
    probe: (api, token, relay, timeoutMs) => via((port) => port.probe(api, token, relay, timeoutMs)),
    signIn: (api, userName, password) => via((port) => port.signIn(api, userName, password)),
    signOut: (api) => via((port) => port.signOut(api)),
  };
};

/** See `rosterPort`. */
export const lazyRosterPort = (account: Pick<Client, 'exec'>, serving: ServingBox): ReturnType<typeof rosterPort> => {
  const via = callLazily(async () => (await loadPortsFor(serving)).rosterPort(account));
  return {
    listBoxes: () => via((port) => port.listBoxes()),
    register: (userName, password, inviteCode) => via((port) => port.register(userName, password, inviteCode)),
    join: (boxName, inviteCode) => via((port) => port.join(boxName, inviteCode)),
  };
};
