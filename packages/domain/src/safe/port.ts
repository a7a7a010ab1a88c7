import type { PortResult } from '../outcome.ts';

/** The box calls of one gated area. Passwords are sent to the box only. */
export interface SafePort {
  /** Whether a password is set, and for how many seconds the area is still locked. */
  status(): PortResult<{ readonly set: boolean; readonly locked: number }>;
  setUp(password: string): PortResult<unknown>;
  unlock(password: string): PortResult<unknown>;
  change(oldPassword: string, newPassword: string): PortResult<unknown>;
  lock(): PortResult<unknown>;
  /** The text of the recovery kit; only the safe has one (G-32). */
  recoveryKit(): PortResult<string>;
}
