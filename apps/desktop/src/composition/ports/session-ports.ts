import {
  CheckToken,
  GetBoxAddress,
  GetUser,
  JoinBox,
  ListBoxes,
  newAppKey,
  RegisterUser,
  SignIn,
  signInParams,
  SignOut,
} from '@boxwood/account-sdk';
import { GetProductInfo, SignInOffline, SignOutOffline } from '@boxwood/box-sdk';
import type { Client, Identity, Transport } from '@boxwood/command-bus';
import { createClient } from '@boxwood/command-bus';
import {
  type AccountPort,
  type PortResult,
  type BoxSignInPort,
  execute,
  type BoxLink,
  fromTask,
  mapRight,
  type RelayPass,
} from '@boxwood/domain';
import { of, switchMap } from 'rxjs';
import type { ServingBox } from '../serving-box.ts';

const fillRandom = (bytes: Uint8Array<ArrayBuffer>): void => {
  crypto.getRandomValues(bytes);
};

/**
 * Checks whether a session is still valid. The specification has no such call: a service that does not know CheckToken
 * is asked for the user, which it returns only for a valid session.
 */
const checkToken = (account: Pick<Client, 'exec'>): PortResult<unknown> =>
  execute(account, CheckToken, {}).pipe(
    switchMap((result): PortResult<unknown> => {
      const isUnsupported = result._tag === 'Left' && result.left._tag === 'Http' && result.left.status === 404;
      return isUnsupported ? execute(account, GetUser, {}) : of(result);
    }),
  );

/** The account calls of a session, over a client of the account service. */
export const accountPort = (account: Pick<Client, 'exec'>, serving: ServingBox): AccountPort => ({
  signIn: (userName, password) =>
    execute(account, SignIn, signInParams(userName, password, newAppKey(fillRandom))).pipe(
      // A service that does not return the user name is assumed to use the typed one.
      mapRight((session) => ({
        token: session.token,
        username: session.userName === '' ? userName : session.userName,
      })),
    ),
  signOut: () => execute(account, SignOut, {}),
  checkToken: () => checkToken(account),
  boxAddresses: (boxName) =>
    execute(account, GetBoxAddress, { boxName }).pipe(
      mapRight(({ relayHost, relayAuth, online, boxToken = null, ...address }) =>
        serving.recordAddresses(boxName, {
          ...address,
          boxToken,
          online: online === 'Y',
          relay: { host: relayHost, auth: relayAuth },
        }),
      ),
    ),
  profile: () => execute(account, GetUser, {}).pipe(mapRight(({ mobile, avatar }) => ({ mobile, avatar }))),
});

/** The account calls of the box chooser and of an invited user. */
export const rosterPort = (account: Pick<Client, 'exec'>) => ({
  listBoxes: () => execute(account, ListBoxes, {}),
  register: (userName: string, password: string, inviteCode: string) =>
    execute(account, RegisterUser, { userName, password, param: '', code: '', inviteCode }),
  join: (boxName: string, inviteCode: string) => execute(account, JoinBox, { boxName, inviteCode }),
});

const MODELS: readonly BoxLink['model'][] = ['N2', 'N3', 'G2'];

/** Calls to boxes that are not the session's box yet: each address gets a separate client. */
export const boxEntryPort = (identity: () => Identity, serving: ServingBox, transport: Transport): BoxSignInPort => {
  const clientOf = (api: string, relay: RelayPass | null, identity?: () => Identity): Client =>
    createClient({
      baseUrl: serving.apiUrlFor(api),
      transport,
      ...(identity === undefined ? {} : { identity }),
      ...(relay === null ? {} : { relay: { current: () => relay, renew: () => Promise.resolve(null) } }),
    });
  return {
    probe: (api, token, relay, timeoutMs) =>
      fromTask((signal) =>
        clientOf(api, relay, () => ({ ...identity(), token })).exec(GetProductInfo, {}, { signal, timeoutMs }),
      ).pipe(
        mapRight(({ boxid, boxname, product, version }) => ({
          boxId: boxid,
          boxName: boxname,
          model: MODELS.find((one) => one === product) ?? 'G2',
          version,
        })),
      ),
    signIn: (api, userName, password) =>
      fromTask((signal) =>
        clientOf(api, null).exec(SignInOffline, signInParams(userName, password, newAppKey(fillRandom)), { signal }),
      ).pipe(
        mapRight((session) => ({
          boxToken: session.token,
          username: session.userName === '' ? userName : session.userName,
          admin: session.admin === 'Y',
        })),
      ),
    signOut: (api) =>
      fromTask((signal) => {
        const { username, token } = identity();
        return clientOf(api, null, identity).exec(SignOutOffline, { userName: username, token }, { signal });
      }),
  };
};
