import type { Clock } from '../clock.ts';
import type { Area } from '../vault/index.ts';

/** Idle time in ms after which an area locks itself (G-32). */
const IDLE_MS = 30 * 60_000;

interface Unlock {
  readonly user: string;
  /** The user's secret key; empty for the private files. */
  readonly identity: Buffer;
  used: number;
}

/** Which sessions have unlocked which area. Stored in memory only, so a restart locks everything. */
export class Unlocked {
  readonly #clock: Clock;
  readonly #onLocked: () => void;
  readonly #open = new Map<string, Unlock>();

  /** @param onLocked called after an area was locked, so that running requests are checked again */
  constructor(clock: Clock, onLocked: () => void = () => undefined) {
    this.#clock = clock;
    this.#onLocked = onLocked;
  }

  /** Whether the area is unlocked for the session. The call counts as use. */
  isUnlocked(session: string, area: Area): boolean {
    const unlock = this.#fresh(session, area);
    if (unlock === undefined) return false;
    unlock.used = this.#clock.now();
    return true;
  }

  /** {@link isUnlocked} without counting as use. */
  isOpen(session: string, area: Area): boolean {
    return this.#fresh(session, area) !== undefined;
  }

  unlock(session: string, area: Area, user: string, identity: Buffer): void {
    this.lock(session, area);
    this.#open.set(`${area} ${session}`, { user, identity, used: this.#clock.now() });
  }

  lock(session: string, area: Area): void {
    const key = `${area} ${session}`;
    const unlock = this.#open.get(key);
    if (unlock === undefined) return;
    unlock.identity.fill(0);
    this.#open.delete(key);
    this.#onLocked();
  }

  /** Called when a session ends. */
  lockAll(session: string): void {
    this.lock(session, 'safe');
    this.lock(session, 'home');
  }

  /** Called when a user is removed, or all sessions of a user end. */
  lockUser(user: string): void {
    for (const area of ['safe', 'home'] as const) this.lockOthers(user, area, '');
  }

  /** Locks an area of a user in all other sessions, for example after a new password. */
  lockOthers(user: string, area: Area, session: string): void {
    for (const [key, unlock] of this.#open)
      if (unlock.user === user && key.startsWith(`${area} `) && key !== `${area} ${session}`)
        this.lock(key.slice(area.length + 1), area);
  }

  /** A copy of the secret key of a user who has unlocked the safe in any session. The caller wipes it. */
  identityOf(user: string): Buffer | null {
    for (const [key, unlock] of this.#open) {
      if (unlock.user !== user || !key.startsWith('safe ')) continue;
      const fresh = this.#fresh(key.slice('safe '.length), 'safe');
      if (fresh !== undefined) return Buffer.from(fresh.identity);
    }
    return null;
  }

  /** Locks idle areas, so that keys do not stay in memory. Called periodically. */
  settle(): void {
    for (const key of [...this.#open.keys()]) {
      const area = key.startsWith('safe ') ? 'safe' : 'home';
      this.#fresh(key.slice(area.length + 1), area);
    }
  }

  #fresh(session: string, area: Area): Unlock | undefined {
    const unlock = this.#open.get(`${area} ${session}`);
    if (unlock === undefined || this.#clock.now() - unlock.used < IDLE_MS) return unlock;
    this.lock(session, area);
    return undefined;
  }
}
