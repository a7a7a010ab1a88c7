import type { AccessRecord } from '@boxwood/account';
import { UNAUTHENTICATED_USER } from '@boxwood/account';
import type { BoxModel } from '@boxwood/box-sdk';
import type { IncomingCall } from '@boxwood/box-sdk/server';
import { STANDARD_REFUSALS, Refusal } from '@boxwood/box-sdk/server';
import type { ProtectedArea, Caller } from '../../storage/vault/index.ts';
import { mayScript } from './script-rights.ts';
import type { Sessions } from './sessions.ts';

/** Context that every handler gets besides its parameters. */
export interface BoxContext {
  readonly caller: Caller;
  /** Id of the session (a digest), never the token itself. */
  readonly session: string;
  readonly remote: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Returns which areas are unlocked in a session (G-32). */
export interface Unlocks {
  isUnlocked(session: string, area: ProtectedArea): boolean;
}

export interface AuthoriseOptions {
  readonly sessions: Sessions;
  readonly unlocks: Unlocks;
  readonly model: () => BoxModel;
  /** Whether the folder of a script token is still the one the token was made for. */
  readonly isTokenFolder: (caller: Pick<Caller, 'user' | 'scope'>) => Promise<boolean>;
  /** Called when a call is refused. */
  readonly onRefused: (visit: AccessRecord) => void;
}

const anonymousContext = (call: IncomingCall): BoxContext => ({
  caller: { user: '', admin: false, isUnlocked: () => false },
  session: '',
  remote: call.request.remote,
  headers: call.request.headers,
});

/**
 * The one place that decides whether a call may run, from the command's declaration: a session unless it is public, the
 * admin flag, the box model, and the scope of a script token. The vault checks paths when they are used.
 */
export const createAuthorise =
  ({ sessions, unlocks, model, isTokenFolder, onRefused }: AuthoriseOptions) =>
  async (call: IncomingCall): Promise<BoxContext> => {
    const { command, identity, request } = call;
    if (command.access === 'public') return anonymousContext(call);
    const answers = STANDARD_REFUSALS[command.errors];
    const signedIn = await sessions.authenticate(identity.username, identity.token);
    const refuse = (code: number, user: string): Refusal => {
      onRefused({ user, remote: request.remote, command: command.name, code });
      return new Refusal(code);
    };
    if (signedIn === null) throw refuse(answers.session, UNAUTHENTICATED_USER);
    if (command.access === 'admin' && !signedIn.admin) throw refuse(answers.noPrivilege, signedIn.user);
    if (
      signedIn.scope !== undefined &&
      !(mayScript(signedIn.scope, command, call.params) && (await isTokenFolder(signedIn)))
    )
      throw refuse(answers.noPrivilege, signedIn.user);
    if (command.models !== undefined && !command.models.includes(model()))
      throw new Refusal(answers.notOnModel, 'model');
    return {
      caller: {
        user: signedIn.user,
        admin: signedIn.admin,
        isUnlocked: (area) => unlocks.isUnlocked(signedIn.session, area),
        scope: signedIn.scope,
      },
      session: signedIn.session,
      remote: request.remote,
      headers: request.headers,
    };
  };
