import type { Visit } from '@boxwood/account';
import { NOBODY } from '@boxwood/account';
import type { BoxModel } from '@boxwood/box-sdk';
import type { IncomingCall } from '@boxwood/box-sdk/server';
import { ANSWERS, Refusal } from '@boxwood/box-sdk/server';
import type { Area, Caller } from '../vault/index.ts';
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

/** Tells which areas are unlocked in a session (G-32). */
export interface Unlocks {
  isUnlocked(session: string, area: Area): boolean;
}

export interface AuthoriseOptions {
  readonly sessions: Sessions;
  readonly unlocks: Unlocks;
  readonly model: () => BoxModel;
  /** Called when a call is refused. */
  readonly onRefused: (visit: Visit) => void;
}

const stranger = (call: IncomingCall): BoxContext => ({
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
  ({ sessions, unlocks, model, onRefused }: AuthoriseOptions) =>
  async (call: IncomingCall): Promise<BoxContext> => {
    const { command, identity, request } = call;
    if (command.access === 'public') return stranger(call);
    const answers = ANSWERS[command.errors];
    const signed = await sessions.authenticate(identity.username, identity.token);
    const no = (code: number, user: string): Refusal => {
      onRefused({ user, remote: request.remote, command: command.name, code });
      return new Refusal(code);
    };
    if (signed === null) throw no(answers.session, NOBODY);
    if (command.access === 'admin' && !signed.admin) throw no(answers.noPrivilege, signed.user);
    if (signed.scope !== undefined && !mayScript(signed.scope, command, call.params))
      throw no(answers.noPrivilege, signed.user);
    if (command.models !== undefined && !command.models.includes(model()))
      throw new Refusal(answers.notOnModel, 'model');
    return {
      caller: {
        user: signed.user,
        admin: signed.admin,
        isUnlocked: (area) => unlocks.isUnlocked(signed.session, area),
        scope: signed.scope,
      },
      session: signed.session,
      remote: request.remote,
      headers: request.headers,
    };
  };
