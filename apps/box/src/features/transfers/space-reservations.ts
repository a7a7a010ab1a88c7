import type { Clock } from '../../platform/clock.ts';
import type { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import { GEN, type Location, Refusal, type Vault } from '../../storage/vault/index.ts';

/** A reservation of an idle upload expires after this time; its received bytes are kept for days. */
const RESERVATION_TTL_MS = 3600 * 1000;

/** Bytes that an upload needs in the folder of a location. */
export interface SpaceRequest {
  readonly location: Location;
  readonly bytes: number;
}

interface Reservation {
  readonly keys: readonly string[];
  /** Remaining bytes of each request. */
  remaining: number[];
  touched: number;
}

/** Reserves disk space for uploads until they end or are abandoned, so that the box accepts only uploads that fit. */
export class SpaceReservations {
  readonly #vault: Vault;
  readonly #room: FreeSpaceTracker;
  readonly #clock: Clock;
  readonly #reservations = new Map<string, Reservation>();

  constructor({
    vault,
    room,
    clock,
  }: {
    readonly vault: Vault;
    readonly room: FreeSpaceTracker;
    readonly clock: Clock;
  }) {
    this.#vault = vault;
    this.#room = room;
    this.#clock = clock;
  }

  /**
   * Reserves space for an upload and replaces its earlier reservation. The folders exist. @throws Refusal 16 if there
   * is not enough space
   */
  async reserve(uuid: string, requests: readonly SpaceRequest[]): Promise<void> {
    this.release(uuid);
    const keys = requests.map((_, index) => `upload ${uuid} ${index}`);
    const reservation: Reservation = {
      keys,
      remaining: requests.map(({ bytes }) => bytes),
      touched: this.#clock.now(),
    };
    this.#reservations.set(uuid, reservation);
    for (const [index, { location }] of requests.entries()) {
      await using entry = await this.#vault.parent(location);
      const need = (): number => (this.#isLive(reservation) ? (reservation.remaining[index] ?? 0) : 0);
      if (await this.#room.reserve(keys[index] ?? '', entry.folder, need)) continue;
      this.release(uuid);
      throw new Refusal(GEN.overLimit, 'space');
    }
  }

  /** Whether an upload has a valid reservation. */
  has(uuid: string): boolean {
    const reservation = this.#reservations.get(uuid);
    return reservation !== undefined && this.#isLive(reservation);
  }

  /** Updates the remaining bytes of an upload. */
  setRemaining(uuid: string, remaining: number): void {
    const reservation = this.#reservations.get(uuid);
    if (reservation === undefined) return;
    reservation.touched = this.#clock.now();
    reservation.remaining = reservation.remaining.length === 1 ? [remaining] : reservation.remaining;
  }

  release(uuid: string): void {
    for (const key of this.#reservations.get(uuid)?.keys ?? []) this.#room.release(key);
    this.#reservations.delete(uuid);
  }

  #isLive({ touched }: Reservation): boolean {
    return this.#clock.now() - touched < RESERVATION_TTL_MS;
  }
}
