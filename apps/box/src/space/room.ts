import type { Folder } from '../vault/index.ts';

/**
 * Space that uploads, copies, archives and downloads leave free on every disk, so that it never runs completely full.
 */
export const FLOOR_BYTES = 16 * 1024 * 1024;

interface Promised {
  readonly device: number;
  readonly need: () => number;
}

/**
 * Tracks the space on each disk that new work may use: free space, minus a minimum that stays free, minus space
 * reserved by running work but not used yet. All code that writes user data reserves its space here.
 */
export class Room {
  readonly #promised = new Map<string, Promised>();

  /**
   * Bytes that new work may write on the disk of `folder`; negative below the minimum. The reservation `ownKey` is not
   * counted.
   */
  async left(folder: Pick<Folder, 'space' | 'stat'>, mine = ''): Promise<number> {
    const { dev } = await folder.stat();
    const { free } = await folder.space();
    return this.#leftOf(dev, free, mine);
  }

  /**
   * Reserves space for the work `key`, replacing its earlier reservation.
   * @param need returns the bytes still to be written; called for every check; 0 after the work has given up
   * @returns false without enough space; the reservation is then unchanged
   */
  async take(key: string, folder: Pick<Folder, 'space' | 'stat'>, need: () => number): Promise<boolean> {
    const { dev } = await folder.stat();
    const { free } = await folder.space();
    // No await from here on, so that two concurrent callers cannot both get the same space.
    if (need() > this.#leftOf(dev, free, key)) return false;
    this.#promised.set(key, { device: dev, need });
    return true;
  }

  /** Ends the reservation of the work `key`. */
  release(key: string): void {
    this.#promised.delete(key);
  }

  #leftOf(device: number, free: number, mine: string): number {
    let others = 0;
    for (const [key, promised] of this.#promised)
      if (key !== mine && promised.device === device) others += Math.max(0, promised.need());
    return free - FLOOR_BYTES - others;
  }
}
