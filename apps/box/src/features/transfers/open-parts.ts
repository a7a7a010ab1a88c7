import type { FileHandle } from '../../storage/vault/index.ts';

/** Maximum number of cached part files; others are reopened for each chunk. */
const MAX_OPEN_PARTS = 64;
const IDLE_CLOSE_MS = 10_000;

/** A part file between two chunks: open, with `held` bytes. */
export interface OpenPart {
  readonly file: FileHandle;
  held: number;
}

interface CachedPart extends OpenPart {
  idle: NodeJS.Timeout | undefined;
}

/**
 * Keeps part files open between chunks, so that a chunk costs little more than its bytes. Callers hold the lock of the
 * upload.
 */
export class OpenParts {
  readonly #onLost: (uuid: string) => void;
  readonly #parts = new Map<string, CachedPart>();

  /** @param onLost called when closing an idle part file fails, so its bytes may be lost */
  constructor(onLost: (uuid: string) => void) {
    this.#onLost = onLost;
  }

  /** Removes the open part of an upload from the cache; the caller must return it or close it. */
  take(uuid: string): OpenPart | undefined {
    const part = this.#parts.get(uuid);
    clearTimeout(part?.idle);
    this.#parts.delete(uuid);
    return part;
  }

  /** Caches a part for the next chunk, or closes it if the cache is full. */
  async putBack(uuid: string, { file, held }: OpenPart): Promise<void> {
    if (this.#parts.size >= MAX_OPEN_PARTS) {
      await file.close();
      return;
    }
    const idle = setTimeout(() => {
      this.close(uuid).catch(() => this.#onLost(uuid));
    }, IDLE_CLOSE_MS).unref();
    this.#parts.set(uuid, { file, held, idle });
  }

  /** Closes the part of an upload if it is open. */
  async close(uuid: string): Promise<void> {
    await this.take(uuid)?.file.close();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#parts.keys()].map((uuid) => this.close(uuid)));
  }
}
