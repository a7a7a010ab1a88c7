/** The shared dependencies of all features of the service. */
import { Refusal } from '@boxwood/account-sdk/server';
import type { AccessLog } from './access-log.ts';
import type { Releases } from './box/releases.ts';
import type { Clock } from './clock.ts';
import type { Codes } from './session/codes.ts';
import type { Guesses } from './session/guesses.ts';
import type { Settings } from './settings.ts';
import type { Attempts } from './store/attempts.ts';
import type { Db } from './store/schema.ts';

export interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly attempts: Attempts;
  readonly guesses: Guesses;
  readonly codes: Codes;
  /** Releases offered in addition to the built-in ones; null without a releases folder. */
  readonly releases: Releases | null;
  readonly access: AccessLog;
  /** The relay, as far as other features need it. */
  readonly links: Links;
  /** Wakes the roster pusher after a committed change. */
  readonly wakePusher: () => void;
}

/** Reports which boxes hold a tunnel to this service. */
export interface Links {
  isConnected(boxId: string): boolean;
}

/**
 * The caller. `caller` is the user id of a verified session, empty for public calls; `claim` is the unverified identity
 * of a box.
 */
/** The languages of the service's own texts. */
export type Language = 'en' | 'zh';

export interface Context {
  readonly caller: string;
  readonly token: string;
  readonly claim: { readonly boxId: string; readonly secret: string };
  readonly remote: string;
  /** The holder of the address; limits by address are counted under it. */
  readonly holder: string;
  readonly language: Language;
}

/** Refuses with a code of the account family. */
export const refuse = (code: number, info?: string): never => {
  throw new Refusal(code, info);
};

/** Refuses with 2004 when a rule fails; the issue becomes the info. */
export const demand = (
  verdict: { readonly ok: true } | { readonly ok: false; readonly issue: string },
  code = 2004,
): void => {
  if (!verdict.ok) refuse(code, verdict.issue);
};
