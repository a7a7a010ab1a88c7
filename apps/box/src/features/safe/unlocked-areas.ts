import type { Clock } from '../../platform/clock.ts';
import type { ProtectedArea } from '../../storage/vault/index.ts';

/** Idle time in ms after which an area locks itself (G-32). */
const IDLE_LOCK_MS = 30 * 60_000;

interface AreaUnlock {
  readonly user: string;
  /** The user's secret key; empty for the private files. */
  readonly identity: Buffer;
  lastUsed: number;
}

/** Which sessions have unlocked which area. Stored in memory only, so a restart locks everything. */
export class UnlockedAreas {
  readonly #clock: Clock;
  readonly #onLocked: () => void;
  readonly #open = new Map<string, AreaUnlock>();

  /** @param onLocked called after an area was locked, so that running requests are checked again */
  constructor(clock: Clock, onLocked: () => void = () => undefined) {
    this.#clock = clock;
    this.#onLocked = onLocked;
  }

  /** Whether the area is unlocked for the session. The call counts as use. */
  isUnlocked(session: string, area: ProtectedArea): boolean {
    const unlock = this.#activeUnlock(session, area);
    if (unlock === undefined) return false;
    unlock.lastUsed = this.#clock.now();
    return true;
  }

  /** {@link isUnlocked} without counting as use. */
  isOpen(session: string, area: ProtectedArea): boolean {
    return this.#activeUnlock(session, area) !== undefined;
  }

  unlock(session: string, area: ProtectedArea, user: string, identity: Buffer): void {
    this.lock(session, area);
    this.#open.set(`${area} ${session}`, { user, identity, lastUsed: this.#clock.now() });
  }

  lock(session: string, area: ProtectedArea): void {
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
  lockOthers(user: string, area: ProtectedArea, session: string): void {
    for (const [key, unlock] of this.#open)
      if (unlock.user === user && key.startsWith(`${area} `) && key !== `${area} ${session}`)
        this.lock(key.slice(area.length + 1), area);
  }

  /** A copy of the secret key of a user who has unlocked the safe in any session. The caller wipes it. */
  identityOf(user: string): Buffer | null {
    for (const [key, unlock] of this.#open) {
      if (unlock.user !== user || !key.startsWith('safe ')) continue;
      const active = this.#activeUnlock(key.slice('safe '.length), 'safe');
      if (active !== undefined) return Buffer.from(active.identity);
    }
    return null;
  }

  /** Locks idle areas, so that keys do not stay in memory. Called periodically. */
  lockIdle(): void {
    for (const key of [...this.#open.keys()]) {
      const area = key.startsWith('safe ') ? 'safe' : 'home';
      this.#activeUnlock(key.slice(area.length + 1), area);
    }
  }

  #activeUnlock(session: string, area: ProtectedArea): AreaUnlock | undefined {
    const unlock = this.#open.get(`${area} ${session}`);
    if (unlock === undefined || this.#clock.now() - unlock.lastUsed < IDLE_LOCK_MS) return unlock;
    this.lock(session, area);
    return undefined;
  }
}
