import { GEN } from '@boxwood/command-bus';
import { checkAreaPassword, PLACES, userRoot } from '@boxwood/box-sdk/rules';
import type { Clock } from '../clock.ts';
import { type Area, callerFor, Refusal, type Vault } from '../vault/index.ts';
import type { Keys } from '../tasks/operation.ts';
import { AreaKeys } from './area-keys.ts';
import type { AreaTable } from './area-table.ts';
import { identityText, newIdentity, recipientOf } from './age-keys.ts';
import type { Unlocked } from './unlocks.ts';

/** Wrong passwords before the area is locked, and the duration of the lock in ms (G-32). */
const MAX_WRONG = 5;
const LOCK_MS = 600_000;
const MAX_USER = 64;

/** The user and session of a request. */
export interface Holder {
  readonly user: string;
  readonly session: string;
}

/** Attempts left, and remaining lock time in seconds. */
export interface Entry {
  readonly left: number;
  readonly locked: number;
}

export interface SafeOptions {
  readonly table: AreaTable;
  readonly unlocked: Unlocked;
  readonly vault: Vault;
  readonly boxSecret: string;
  readonly clock: Clock;
}

/**
 * Passwords of the safe and of the private files (G-32). Passwords never leave this class. The safe's password wraps
 * one age identity per user, which encrypts all files of the safe, so changing the password changes no file.
 */
export class Safe implements Keys {
  readonly #table: AreaTable;
  readonly #unlocked: Unlocked;
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

  status(user: string, area: Area): { readonly set: 0 | 1; readonly locked: number } {
    return { set: this.#table.get(user, area) === undefined ? 0 : 1, locked: this.#lockSeconds(user, area) };
  }

  /**
   * Sets the first password of the safe, creates its identity, and unlocks it for this session. @throws Refusal 4, 8,
   * 9, 11
   */
  async setUp(holder: Holder, password: string): Promise<void> {
    this.#check(holder.user, password);
    if (this.#table.get(holder.user, 'safe') !== undefined) throw new Refusal(GEN.invalid);
    const identity = newIdentity();
    try {
      const record = await this.#keys.seal(holder.user, password, identity, recipientOf(identity));
      await this.#vault.makeFolder(
        this.#vault.resolve(callerFor(holder.user, ['safe']), `${userRoot(holder.user)}/${PLACES.safe}`, 'write'),
      );
      // Of two concurrent calls the first row wins; otherwise files encrypted in between would lose their key.
      if (!this.#table.put(holder.user, 'safe', record, true)) throw new Refusal(GEN.invalid);
    } catch (failure) {
      identity.fill(0);
      throw failure;
    }
    this.#unlocked.unlock(holder.session, 'safe', holder.user, identity);
  }

  /**
   * Sets the password of the private files: the first one, or a new one while they are unlocked. @throws Refusal 4, 8,
   * 9, 13
   */
  async setPrivate(holder: Holder, password: string): Promise<void> {
    this.#check(holder.user, password);
    const first = this.#table.get(holder.user, 'home') === undefined;
    if (!first && !this.#unlocked.isUnlocked(holder.session, 'home')) throw new Refusal(GEN.noPrivilege, 'home');
    const record = await this.#keys.seal(holder.user, password, null, Buffer.alloc(0));
    await this.#vault.makeFolder(
      this.#vault.resolve(callerFor(holder.user, ['home']), `${userRoot(holder.user)}/${PLACES.private}`, 'write'),
    );
    if (!this.#table.put(holder.user, 'home', record, first)) throw new Refusal(GEN.noPrivilege, 'home');
    this.#table.setTries(holder.user, 'home', 0, 0);
    this.#unlocked.lockOthers(holder.user, 'home', holder.session);
    this.#unlocked.unlock(holder.session, 'home', holder.user, Buffer.alloc(0));
  }

  /**
   * Unlocks an area for this session. @throws Refusal 6 wrong password, 10 no password set, 16 locked; 6 and 16 with
   * `left` and `locked`
   */
  async unlock(holder: Holder, area: Area, password: string): Promise<Entry> {
    const identity = await this.#verify(holder.user, area, password);
    this.#unlocked.unlock(holder.session, area, holder.user, identity);
    return { left: MAX_WRONG, locked: 0 };
  }

  /**
   * Wraps the identity with a new password. Files stay readable; other sessions are locked. @throws Refusal 4, 6, 9,
   * 10, 16
   */
  async changePassword(holder: Holder, old: string, password: string): Promise<void> {
    this.#check(holder.user, password);
    const identity = await this.#verify(holder.user, 'safe', old);
    try {
      const record = await this.#keys.seal(holder.user, password, identity, recipientOf(identity));
      this.#table.put(holder.user, 'safe', record, false);
    } finally {
      identity.fill(0);
    }
    this.#unlocked.lockOthers(holder.user, 'safe', holder.session);
  }

  lock(holder: Holder, area: Area): void {
    this.#unlocked.lock(holder.session, area);
  }

  /** The recovery kit, which decrypts the files without this box. @throws Refusal 13 locked, 15 no safe */
  kit(holder: Holder): string {
    if (this.#table.get(holder.user, 'safe') === undefined) throw new Refusal(GEN.path, 'safe');
    const identity = this.#unlocked.isUnlocked(holder.session, 'safe') ? this.#unlocked.identityOf(holder.user) : null;
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
  async #verify(user: string, area: Area, password: string): Promise<Buffer> {
    const record = this.#table.get(user, area);
    if (record === undefined) throw new Refusal(GEN.noUser, 'not set');
    const now = this.#clock.now();
    const before = this.#table.tries(user, area);
    if (before.until > now) throw new Refusal(GEN.overLimit, 'locked', this.#entry(user, area));
    const wrong = (before.until > 0 ? 0 : before.wrong) + 1;
    this.#table.setTries(user, area, wrong, wrong >= MAX_WRONG ? now + LOCK_MS : 0);
    const opened = await this.#keys.open(user, password, record);
    if (opened === null) throw new Refusal(GEN.wrongSecret, 'wrong', this.#entry(user, area));
    this.#table.setTries(user, area, 0, 0);
    return opened.identity;
  }

  #entry(user: string, area: Area): Readonly<Record<string, number>> {
    const { wrong } = this.#table.tries(user, area);
    const locked = this.#lockSeconds(user, area);
    return { left: locked > 0 ? 0 : Math.max(0, MAX_WRONG - wrong), locked };
  }

  #lockSeconds(user: string, area: Area): number {
    return Math.max(0, Math.ceil((this.#table.tries(user, area).until - this.#clock.now()) / 1000));
  }

  #check(user: string, password: string): void {
    if (user.length > MAX_USER) throw new Refusal(GEN.userTooLong);
    if (checkAreaPassword(password).ok) return;
    throw new Refusal(password.length > 10 ? GEN.passwordTooLong : GEN.badParameter, 'password');
  }
}
