import type { Answer } from '../outcome.ts';

/** The calls of one gated area. Passwords go to the box and nowhere else. */
export interface SafePort {
  /** Whether a password is set, and for how many more seconds the area is locked. */
  status(): Answer<{ readonly set: boolean; readonly locked: number }>;
  setUp(password: string): Answer<unknown>;
  unlock(password: string): Answer<unknown>;
  change(oldPassword: string, newPassword: string): Answer<unknown>;
  lock(): Answer<unknown>;
  /** The text of the recovery kit; only the safe has one (G-32). */
  kit(): Answer<string>;
}
