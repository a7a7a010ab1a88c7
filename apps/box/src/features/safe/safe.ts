import { GEN } from '@boxwood/command-bus';
import { checkAreaPassword, BOX_PATHS, userRoot } from '@boxwood/box-sdk/rules';
import type { Clock } from '../../platform/clock.ts';
import { type ProtectedArea, callerFor, Refusal, type Vault } from '../../storage/vault/index.ts';
import type { EncryptionKeys } from '../tasks/operation.ts';
import { AreaKeys } from './area-keys.ts';
import type { AreaTable } from './area-table.ts';
import { identityText, newIdentity, recipientOf } from './age-keys.ts';
import type { UnlockedAreas } from './unlocked-areas.ts';

/** Wrong passwords before the area is locked, and the duration of the lock in ms (G-32). */
const MAX_WRONG_PASSWORDS = 5;
const LOCK_MS = 600_000;
const MAX_USER_LENGTH = 64;

/** The user and session of a request. */
export interface UserSession {
  readonly user: string;
  readonly session: string;
}

/** Attempts left, and remaining lock time in seconds. */
export interface UnlockAttempts {
  readonly left: number;
  readonly locked: number;
}

export interface SafeOptions {
  readonly table: AreaTable;
  readonly unlocked: UnlockedAreas;
  readonly vault: Vault;
  readonly boxSecret: string;
  readonly clock: Clock;
}

/**
 * Passwords of the safe and of the private files (G-32). Passwords never leave this class. The safe's password wraps
 * one age identity per user, which encrypts all files of the safe, so changing the password changes no file.
 */
export class Safe implements EncryptionKeys {
  readonly #table: AreaTable;
  readonly #unlocked: UnlockedAreas;
  readonly #vault: Vault;
  readonly #keys: AreaKeys;
  readonly #clock: Clock;

  constructor({ table, unlocked, vault, boxSecret, clock }: SafeOptions) {
    this.#table = table;
    this.#unlocked = unlocked;
    this.#vault = vault;
    this.#keys = new AreaKeys(boxSecret);
    this.#clock = clock;
  }

  status(user: string, area: ProtectedArea): { readonly set: 0 | 1; readonly locked: number } {
    return { set: this.#table.get(user, area) === undefined ? 0 : 1, locked: this.#lockSeconds(user, area) };
  }

  /**
   * Sets the first password of the safe, creates its identity, and unlocks it for this session. @throws Refusal 4, 8,
   * 9, 11
   */
  async setUp(userSession: UserSession, password: string): Promise<void> {
    this.#checkNewPassword(userSession.user, password);
    if (this.#table.get(userSession.user, 'safe') !== undefined) throw new Refusal(GEN.invalid);
    const identity = newIdentity();
    try {
      const record = await this.#keys.seal(userSession.user, password, identity, recipientOf(identity));
      await this.#vault.makeFolder(
        this.#vault.resolve(
          callerFor(userSession.user, ['safe']),
          `${userRoot(userSession.user)}/${BOX_PATHS.safe}`,
          'write',
        ),
      );
      // Of two concurrent calls the first row wins; otherwise files encrypted in between would lose their key.
      if (!this.#table.put(userSession.user, 'safe', record, true)) throw new Refusal(GEN.invalid);
    } catch (failure) {
      identity.fill(0);
      throw failure;
    }
    this.#unlocked.unlock(userSession.session, 'safe', userSession.user, identity);
  }

  /**
   * Sets the password of the private files: the first one, or a new one while they are unlocked. @throws Refusal 4, 8,
   * 9, 13
   */
  async setPrivate(userSession: UserSession, password: string): Promise<void> {
    this.#checkNewPassword(userSession.user, password);
    const first = this.#table.get(userSession.user, 'home') === undefined;
    if (!first && !this.#unlocked.isUnlocked(userSession.session, 'home')) throw new Refusal(GEN.noPrivilege, 'home');
    const record = await this.#keys.seal(userSession.user, password, null, Buffer.alloc(0));
    await this.#vault.makeFolder(
      this.#vault.resolve(
        callerFor(userSession.user, ['home']),
        `${userRoot(userSession.user)}/${BOX_PATHS.private}`,
        'write',
      ),
    );
    if (!this.#table.put(userSession.user, 'home', record, first)) throw new Refusal(GEN.noPrivilege, 'home');
    this.#table.setTries(userSession.user, 'home', 0, 0);
    this.#unlocked.lockOthers(userSession.user, 'home', userSession.session);
    this.#unlocked.unlock(userSession.session, 'home', userSession.user, Buffer.alloc(0));
  }

  /**
   * Unlocks an area for this session. @throws Refusal 6 wrong password, 10 no password set, 16 locked; 6 and 16 with
   * `left` and `locked`
   */
  async unlock(userSession: UserSession, area: ProtectedArea, password: string): Promise<UnlockAttempts> {
    const identity = await this.#verify(userSession.user, area, password);
    this.#unlocked.unlock(userSession.session, area, userSession.user, identity);
    return { left: MAX_WRONG_PASSWORDS, locked: 0 };
  }

  /**
   * Wraps the identity with a new password. Files stay readable; other sessions are locked. @throws Refusal 4, 6, 9,
   * 10, 16
   */
  async changePassword(userSession: UserSession, old: string, password: string): Promise<void> {
    this.#checkNewPassword(userSession.user, password);
    const identity = await this.#verify(userSession.user, 'safe', old);
    try {
      const record = await this.#keys.seal(userSession.user, password, identity, recipientOf(identity));
      this.#table.put(userSession.user, 'safe', record, false);
    } finally {
      identity.fill(0);
    }
    this.#unlocked.lockOthers(userSession.user, 'safe', userSession.session);
  }

  lock(userSession: UserSession, area: ProtectedArea): void {
    this.#unlocked.lock(userSession.session, area);
  }

  /** The recovery kit, which decrypts the files without this box. @throws Refusal 13 locked, 15 no safe */
  recoveryKit(userSession: UserSession): string {
    if (this.#table.get(userSession.user, 'safe') === undefined) throw new Refusal(GEN.path, 'safe');
    const identity = this.#unlocked.isUnlocked(userSession.session, 'safe')
      ? this.#unlocked.identityOf(userSession.user)
      : null;
    if (identity === null) throw new Refusal(GEN.noPrivilege, 'safe');
    const text = identityText(identity);
    identity.fill(0);
    return text;
  }

  recipientOf(user: string): Uint8Array | null {
    return this.#table.get(user, 'safe')?.recipient ?? null;
  }

  identityOf(user: string): Uint8Array | null {
    return this.#unlocked.identityOf(user);
  }

  /**
   * Counts an attempt before verifying it, so that concurrent requests cannot exceed the limit. The fifth wrong
   * password locks the area until the lock expires, also across restarts.
   */
  async #verify(user: string, area: ProtectedArea, password: string): Promise<Buffer> {
    const record = this.#table.get(user, area);
    if (record === undefined) throw new Refusal(GEN.noUser, 'not set');
    const now = this.#clock.now();
    const before = this.#table.tries(user, area);
    if (before.until > now) throw new Refusal(GEN.overLimit, 'locked', this.#attempts(user, area));
    const wrong = (before.until > 0 ? 0 : before.wrong) + 1;
    this.#table.setTries(user, area, wrong, wrong >= MAX_WRONG_PASSWORDS ? now + LOCK_MS : 0);
    const opened = await this.#keys.open(user, password, record);
    if (opened === null) throw new Refusal(GEN.wrongSecret, 'wrong', this.#attempts(user, area));
    this.#table.setTries(user, area, 0, 0);
    return opened.identity;
  }

  #attempts(user: string, area: ProtectedArea): Readonly<Record<string, number>> {
    const { wrong } = this.#table.tries(user, area);
    const locked = this.#lockSeconds(user, area);
    return { left: locked > 0 ? 0 : Math.max(0, MAX_WRONG_PASSWORDS - wrong), locked };
  }

  #lockSeconds(user: string, area: ProtectedArea): number {
    return Math.max(0, Math.ceil((this.#table.tries(user, area).until - this.#clock.now()) / 1000));
  }

  #checkNewPassword(user: string, password: string): void {
    if (user.length > MAX_USER_LENGTH) throw new Refusal(GEN.userTooLong);
    if (checkAreaPassword(password).ok) return;
    throw new Refusal(password.length > 10 ? GEN.passwordTooLong : GEN.badParameter, 'password');
  }
}
