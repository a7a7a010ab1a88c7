import type { FileHandle } from '../vault/index.ts';

/** Part files kept open at once; more are opened for each chunk. */
const MAX_OPEN = 64;
const IDLE_MS = 10_000;

/** A part file between two chunks: open, and as long as `held` says. */
export interface OpenPart {
  readonly file: FileHandle;
  held: number;
}

interface Kept extends OpenPart {
  idle: NodeJS.Timeout | undefined;
}

/**
 * Part files stay open while their chunks follow each other, so that a chunk costs its bytes and little else. Whoever takes a part holds
 * the lock of its upload.
 */
export class OpenParts {
  readonly #onLost: (uuid: string) => void;
  readonly #kept = new Map<string, Kept>();

  /** @param onLost told of a part whose file said at its closing that bytes were lost, when nobody was there to hear it */
  constructor(onLost: (uuid: string) => void) {
    this.#onLost = onLost;
  }

  /** The open part of an upload; it is taken out and must be kept or closed again. */
  take(uuid: string): OpenPart | undefined {
    const part = this.#kept.get(uuid);
    clearTimeout(part?.idle);
    this.#kept.delete(uuid);
    return part;
  }

  /** Keeps a part for the next chunk, or closes it when there are too many. */
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
