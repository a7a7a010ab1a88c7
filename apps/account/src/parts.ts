/** What every feature of the service is built from. */
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
  /** What is offered to boxes beside what is built in; null without a folder of it. */
  readonly releases: Releases | null;
  readonly access: AccessLog;
  /** The relay, as far as other features need to know it. */
  readonly links: Links;
  /** Wakes the pusher of rosters after a change was committed. */
  readonly wakePusher: () => void;
}

/** The boxes that hold a tunnel to this service. */
export interface Links {
  isConnected(boxId: string): boolean;
}

/** Who calls. `caller` is the user id of a verified session, empty for public calls; `claim` is what a box says, not yet verified. */
/** The languages of what the service itself has to say. */
export type Language = 'en' | 'zh';

export interface Context {
  readonly caller: string;
  readonly token: string;
  readonly claim: { readonly boxId: string; readonly secret: string };
  readonly remote: string;
  /** Who the address belongs to: what is limited by address is counted under this. */
  readonly holder: string;
  readonly language: Language;
}

/** Says no with a number of the account family. */
export const refuse = (code: number, info?: string): never => {
  throw new Refusal(code, info);
};

/** Refuses with 2004 when a rule says no; the issue becomes the info. */
export const demand = (
  verdict: { readonly ok: true } | { readonly ok: false; readonly issue: string },
  code = 2004,
): void => {
  if (!verdict.ok) refuse(code, verdict.issue);
};
