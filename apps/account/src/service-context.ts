/** The shared dependencies of all features of the service. */
import { Refusal } from '@boxwood/account-sdk/server';
import type { AccessLog } from './access-log.ts';
import type { Releases } from './box/releases.ts';
import type { ServiceClock } from './system-clock.ts';
import type { VerificationCodes } from './session/verification-codes.ts';
import type { PasswordAttempts } from './session/password-attempts.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { AttemptLimiter } from './store/attempt-limiter.ts';
import type { Db } from './store/schema.ts';

export interface ServiceDeps {
  readonly db: Db;
  readonly clock: ServiceClock;
  readonly settings: ServiceSettings;
  readonly attempts: AttemptLimiter;
  readonly guesses: PasswordAttempts;
  readonly codes: VerificationCodes;
  /** Releases offered in addition to the built-in ones; null without a releases folder. */
  readonly releases: Releases | null;
  readonly access: AccessLog;
  /** The relay, as far as other features need it. */
  readonly links: ConnectedBoxes;
  /** Wakes the roster pusher after a committed change. */
  readonly wakePusher: () => void;
}

/** Reports which boxes hold a tunnel to this service. */
export interface ConnectedBoxes {
  isConnected(boxId: string): boolean;
}

/**
 * The caller. `caller` is the user id of a verified session, empty for public calls; `claim` is the unverified identity
 * of a box.
 */
/** The languages of the service's own texts. */
export type Language = 'en' | 'zh';

export interface CallContext {
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
export const requirePassed = (
  verdict: { readonly ok: true } | { readonly ok: false; readonly issue: string },
  code = 2004,
): void => {
  if (!verdict.ok) refuse(code, verdict.issue);
};
