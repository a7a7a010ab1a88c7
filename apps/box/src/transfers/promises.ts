import type { Clock } from '../clock.ts';
import type { Room } from '../space/room.ts';
import { GEN, type Location, Refusal, type Vault } from '../vault/index.ts';

/** A reservation of an idle upload expires after this time; its received bytes are kept for days. */
const KEPT_MS = 3600 * 1000;

/** Bytes that an upload needs in the folder of a location. */
export interface Want {
  readonly location: Location;
  readonly bytes: number;
}

interface Kept {
  readonly keys: readonly string[];
  /** Remaining bytes of each request. */
  left: number[];
  touched: number;
}

/** Reserves disk space for uploads until they end or are abandoned, so that the box accepts only uploads that fit. */
export class Promises {
  readonly #vault: Vault;
  readonly #room: Room;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor({ vault, room, clock }: { readonly vault: Vault; readonly room: Room; readonly clock: Clock }) {
    this.#vault = vault;
    this.#room = room;
    this.#clock = clock;
  }

  /**
   * Reserves space for an upload and replaces its earlier reservation. The folders exist. @throws Refusal 16 if there
   * is not enough space
   */
  async take(uuid: string, wants: readonly Want[]): Promise<void> {
    this.release(uuid);
    const keys = wants.map((_, index) => `upload ${uuid} ${index}`);
    const kept: Kept = { keys, left: wants.map(({ bytes }) => bytes), touched: this.#clock.now() };
    this.#kept.set(uuid, kept);
    for (const [index, { location }] of wants.entries()) {
      await using entry = await this.#vault.parent(location);
      const need = (): number => (this.#isLive(kept) ? (kept.left[index] ?? 0) : 0);
      if (await this.#room.take(keys[index] ?? '', entry.folder, need)) continue;
      this.release(uuid);
      throw new Refusal(GEN.overLimit, 'space');
    }
  }

  /** Whether an upload has a valid reservation. */
  has(uuid: string): boolean {
    const kept = this.#kept.get(uuid);
    return kept !== undefined && this.#isLive(kept);
  }

  /** Updates the remaining bytes of an upload. */
  note(uuid: string, left: number): void {
    const kept = this.#kept.get(uuid);
    if (kept === undefined) return;
    kept.touched = this.#clock.now();
    kept.left = kept.left.length === 1 ? [left] : kept.left;
  }

  release(uuid: string): void {
    for (const key of this.#kept.get(uuid)?.keys ?? []) this.#room.release(key);
    this.#kept.delete(uuid);
  }

  #isLive({ touched }: Kept): boolean {
    return this.#clock.now() - touched < KEPT_MS;
  }
}
