import type { Answer } from '../outcome.ts';

/** The box calls of one gated area. Passwords are sent to the box only. */
export interface SafePort {
  /** Whether a password is set, and for how many seconds the area is still locked. */
  status(): Answer<{ readonly set: boolean; readonly locked: number }>;
  setUp(password: string): Answer<unknown>;
  unlock(password: string): Answer<unknown>;
  change(oldPassword: string, newPassword: string): Answer<unknown>;
  lock(): Answer<unknown>;
  /** The text of the recovery kit; only the safe has one (G-32). */
  kit(): Answer<string>;
}
