import { whenRoom } from '../journal/removal.ts';
import type { FileHandle } from '../vault/index.ts';
import type { Uploads } from './tables.ts';

/** A power cut costs an upload at most about this much of what was answered; a killed box costs it nothing. */
const SYNC_BYTES = 64 * 1024 * 1024;

/** Brings the bytes of uploads to the disk and writes down how many of each are there. */
export class Syncs {
  readonly #uploads: Pick<Uploads, 'get' | 'setSynced' | 'distrust'>;
  readonly #running = new Map<string, { readonly size: number; readonly work: Promise<void> }>();
  /** Uploads whose bytes a failed sync has put in doubt; they begin again at 0. */
  readonly #broken = new Set<string>();

  constructor(uploads: Pick<Uploads, 'get' | 'setSynced' | 'distrust'>) {
    this.#uploads = uploads;
  }

  /** Whether a failed sync has put the bytes of an upload in doubt. */
  isBroken(uuid: string): boolean {
    return this.#broken.has(uuid);
  }

  /** An upload begins again at 0. */
  async begin(uuid: string): Promise<void> {
    await this.settled(uuid);
    this.#broken.delete(uuid);
  }

  /** Resolves when no sync of an upload is under way. */
  async settled(uuid: string): Promise<void> {
    await this.#running.get(uuid)?.work;
  }

  async allSettled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ work }) => work));
  }

  /** Syncs an upload of `size` bytes, and waits for it. @throws what the disk says */
  async sync(file: FileHandle, uuid: string, size: number, how: 'datasync' | 'sync' = 'datasync'): Promise<void> {
    try {
      await file[how]();
    } catch (failure) {
      this.distrust(uuid);
      throw failure;
    }
    if (!this.#broken.has(uuid)) this.#uploads.setSynced(uuid, size);
  }

  /**
   * Lets the disk catch up while the next chunks are on their way, so that the sync at the end is short and a power cut costs little. One
   * sync of an upload runs at a time; who would start the next one waits, which bounds what is not yet on the disk.
   */
  async syncLater(file: FileHandle, uuid: string, size: number): Promise<void> {
    await this.settled(uuid);
    const work = this.sync(file, uuid, size)
      // Recorded; the answer to the next chunk or to PUTDONE says so.
      .catch(() => undefined)
      .finally(() => this.#running.delete(uuid));
    this.#running.set(uuid, { size, work });
  }

  /** The same when it is time for it again. */
  async syncNowAndThen(file: FileHandle, uuid: string, size: number): Promise<void> {
    const begun = this.#running.get(uuid)?.size ?? this.#uploads.get(uuid)?.synced ?? 0;
    if (size - begun >= SYNC_BYTES) await this.syncLater(file, uuid, size);
  }

  /** None of the bytes of an upload count any more. */
  distrust(uuid: string): void {
    this.#broken.add(uuid);
    whenRoom(() => this.#uploads.distrust(uuid));
  }
}
