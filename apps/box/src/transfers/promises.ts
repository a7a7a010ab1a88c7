import type { Clock } from '../clock.ts';
import type { Room } from '../space/room.ts';
import { GEN, type Location, Refusal, type Vault } from '../vault/index.ts';

/** Whoever sends nothing for so long may find that the room is gone; the bytes that came are kept for days. */
const KEPT_MS = 3600 * 1000;

/** Bytes that an upload needs in the folder of a location. */
export interface Want {
  readonly location: Location;
  readonly bytes: number;
}

interface Kept {
  readonly keys: readonly string[];
  /** Bytes still to come, of each want. */
  left: number[];
  touched: number;
}

/** The room that is kept for uploads until they end, or are given up: nobody is told yes who cannot have it. */
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

  /** Keeps room for an upload, in place of what was kept for it before. The folders are there. @throws Refusal 16 when there is not so much */
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

  /** Whether room is kept for an upload. */
  has(uuid: string): boolean {
    const kept = this.#kept.get(uuid);
    return kept !== undefined && this.#isLive(kept);
  }

  /** So many bytes of an upload are still to come. */
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
