import { session } from '../events/define.ts';
import type { ConnectionMode, LineState } from './session.ts';

/** Sign-in and connection events. No event contains a token or password. */
export const sessionEvents = {
  SignedIn: session<{ readonly username: string; readonly way: 'account' | 'offline' }>(),
  BoxEntered: session<{ readonly boxId: string; readonly mode: ConnectionMode }>(),
  LineChanged: session<{ readonly line: LineState }>(),
  SignedOut: session<{ readonly why: 'asked' | 'elsewhere' | 'expired' }>(),
};
