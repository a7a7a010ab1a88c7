import type { Folder } from '../vault/index.ts';

/**
 * Space that uploads, copies, archives and downloads leave free on every disk, so that it never runs completely full.
 */
export const MIN_FREE_BYTES = 16 * 1024 * 1024;

interface ReservedSpace {
  readonly device: number;
  readonly need: () => number;
}

/**
 * Tracks the space on each disk that new work may use: free space, minus a minimum that stays free, minus space
 * reserved by running work but not used yet. All code that writes user data reserves its space here.
 */
export class FreeSpaceTracker {
  readonly #reserved = new Map<string, ReservedSpace>();

  /**
   * Bytes that new work may write on the disk of `folder`; negative below the minimum. The reservation `ownKey` is not
   * counted.
   */
  async availableBytes(folder: Pick<Folder, 'space' | 'stat'>, ownKey = ''): Promise<number> {
    const { dev } = await folder.stat();
    const { free } = await folder.space();
    return this.#availableOn(dev, free, ownKey);
  }

  /**
   * Reserves space for the work `key`, replacing its earlier reservation.
   * @param need returns the bytes still to be written; called for every check; 0 after the work has given up
   * @returns false without enough space; the reservation is then unchanged
   */
  async reserve(key: string, folder: Pick<Folder, 'space' | 'stat'>, need: () => number): Promise<boolean> {
    const { dev } = await folder.stat();
    const { free } = await folder.space();
    // No await from here on, so that two concurrent callers cannot both get the same space.
    if (need() > this.#availableOn(dev, free, key)) return false;
    this.#reserved.set(key, { device: dev, need });
    return true;
  }

  /** Ends the reservation of the work `key`. */
  release(key: string): void {
    this.#reserved.delete(key);
  }

  #availableOn(device: number, free: number, ownKey: string): number {
    let others = 0;
    for (const [key, reserved] of this.#reserved)
      if (key !== ownKey && reserved.device === device) others += Math.max(0, reserved.need());
    return free - MIN_FREE_BYTES - others;
  }
}
