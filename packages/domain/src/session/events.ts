import { session } from '../events/event-kinds.ts';
import type { ConnectionMode, ConnectionState } from './session.ts';

/** Sign-in and connection events. No event contains a token or password. */
export const sessionEvents = {
  SignedIn: session<{ readonly username: string; readonly way: 'account' | 'offline' }>(),
  BoxEntered: session<{ readonly boxId: string; readonly mode: ConnectionMode }>(),
  LineChanged: session<{ readonly connection: ConnectionState }>(),
  SignedOut: session<{ readonly why: 'asked' | 'elsewhere' | 'expired' }>(),
};
