import { recordIfRoom } from '../../storage/journal/removal-record.ts';
import type { FileHandle } from '../../storage/vault/index.ts';
import type { Uploads } from './uploads-table.ts';

/** A power cut loses at most about this many acknowledged bytes of an upload; a crash of the box loses none. */
const SYNC_INTERVAL_BYTES = 64 * 1024 * 1024;

/** Syncs the part files of uploads and records how many bytes of each are on disk. */
export class PartSyncs {
  readonly #uploads: Pick<Uploads, 'get' | 'setSynced' | 'distrust'>;
  readonly #running = new Map<string, { readonly size: number; readonly work: Promise<void> }>();
  /** Uploads whose bytes are unreliable after a failed sync; they restart at 0. */
  readonly #broken = new Set<string>();

  constructor(uploads: Pick<Uploads, 'get' | 'setSynced' | 'distrust'>) {
    this.#uploads = uploads;
  }

  /** Whether a failed sync made the bytes of an upload unreliable. */
  isBroken(uuid: string): boolean {
    return this.#broken.has(uuid);
  }

  /** Called when an upload restarts at 0. */
  async begin(uuid: string): Promise<void> {
    await this.settled(uuid);
    this.#broken.delete(uuid);
  }

  /** Resolves when no sync of an upload is running. */
  async settled(uuid: string): Promise<void> {
    await this.#running.get(uuid)?.work;
  }

  async allSettled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ work }) => work));
  }

  /** Syncs an upload of `size` bytes and waits for it. @throws errors of the disk */
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
   * Starts a sync that runs while the next chunks arrive, so that the final sync is short and a power cut loses little.
   * At most one sync per upload runs; the next caller waits, which bounds the unsynced bytes.
   */
  async syncLater(file: FileHandle, uuid: string, size: number): Promise<void> {
    await this.settled(uuid);
    const work = this.sync(file, uuid, size)
      // The failure is recorded; the response to the next chunk or to PUTDONE reports it.
      .catch(() => undefined)
      .finally(() => this.#running.delete(uuid));
    this.#running.set(uuid, { size, work });
  }

  /** Starts a sync if enough bytes arrived since the last one. */
  async syncIfDue(file: FileHandle, uuid: string, size: number): Promise<void> {
    const lastStarted = this.#running.get(uuid)?.size ?? this.#uploads.get(uuid)?.synced ?? 0;
    if (size - lastStarted >= SYNC_INTERVAL_BYTES) await this.syncLater(file, uuid, size);
  }

  /** Marks all bytes of an upload as unreliable. */
  distrust(uuid: string): void {
    this.#broken.add(uuid);
    recordIfRoom(() => this.#uploads.distrust(uuid));
  }
}
