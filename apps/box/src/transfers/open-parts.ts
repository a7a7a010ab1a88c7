import type { FileHandle } from '../vault/index.ts';

/** Maximum number of cached part files; others are reopened for each chunk. */
const MAX_OPEN = 64;
const IDLE_MS = 10_000;

/** A part file between two chunks: open, with `held` bytes. */
export interface OpenPart {
  readonly file: FileHandle;
  held: number;
}

interface Kept extends OpenPart {
  idle: NodeJS.Timeout | undefined;
}

/**
 * Keeps part files open between chunks, so that a chunk costs little more than its bytes. Callers hold the lock of the
 * upload.
 */
export class OpenParts {
  readonly #onLost: (uuid: string) => void;
  readonly #kept = new Map<string, Kept>();

  /** @param onLost called when closing an idle part file fails, so its bytes may be lost */
  constructor(onLost: (uuid: string) => void) {
    this.#onLost = onLost;
  }

  /** Removes the open part of an upload from the cache; the caller must return it or close it. */
  take(uuid: string): OpenPart | undefined {
    const part = this.#kept.get(uuid);
    clearTimeout(part?.idle);
    this.#kept.delete(uuid);
    return part;
  }

  /** Caches a part for the next chunk, or closes it if the cache is full. */
  async keep(uuid: string, { file, held }: OpenPart): Promise<void> {
    if (this.#kept.size >= MAX_OPEN) {
      await file.close();
      return;
    }
    const idle = setTimeout(() => {
      this.close(uuid).catch(() => this.#onLost(uuid));
    }, IDLE_MS).unref();
    this.#kept.set(uuid, { file, held, idle });
  }

  /** Closes the part of an upload if it is open. */
  async close(uuid: string): Promise<void> {
    await this.take(uuid)?.file.close();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((uuid) => this.close(uuid)));
  }
}
