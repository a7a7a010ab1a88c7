import type { Folder } from '../vault/index.ts';

/** What uploads, copies, archives and downloads leave free on a disk: for everybody's folders, and so that no disk runs quite full. */
export const FLOOR_BYTES = 16 * 1024 * 1024;

interface Promised {
  readonly device: number;
  readonly need: () => number;
}

/**
 * The room that is left on each disk for new work: what is free, less a floor that stays free, less what work under way was promised and has
 * not used yet. Everything that writes a person's bytes asks here.
 */
export class Room {
  readonly #promised = new Map<string, Promised>();

  /** Bytes that new work may write on the disk of `folder`; negative when it has less than its floor. `mine`: a promise that is not counted. */
  async left(folder: Pick<Folder, 'space' | 'stat'>, mine = ''): Promise<number> {
    const { dev } = await folder.stat();
    const { free } = await folder.space();
    return this.#leftOf(dev, free, mine);
  }

  /**
   * Promises room to the work called `key`, in place of what it was promised before.
   * @param need bytes that it has still to write, asked whenever somebody wants to know; 0 when it has given up
   * @returns false, and promises nothing new, when there is not so much room
   */
  async take(key: string, folder: Pick<Folder, 'space' | 'stat'>, need: () => number): Promise<boolean> {
    const { dev } = await folder.stat();
    const { free } = await folder.space();
    // From here on nobody else runs: two who ask at once cannot both be told yes.
    if (need() > this.#leftOf(dev, free, key)) return false;
    this.#promised.set(key, { device: dev, need });
    return true;
  }

  /** The work called `key` is over. */
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
