import { constants } from 'node:fs';
import type { Clock } from '../clock.ts';
import { PAST_CACHE_BYTES, PastCache, throughCache } from '../runtime/past-cache.ts';
import type { FileHandle, Location, Vault } from '../vault/index.ts';
import { callerFor, errnoOf, Refusal } from '../vault/index.ts';
import { filesOf, isBundle } from './bundle.ts';
import type { OpenPart } from './open-parts.ts';
import { OpenParts } from './open-parts.ts';
import { receive } from './part-writer.ts';
import type { Promises } from './promises.ts';
import { type Chunk, longest, type PutOutcome, type PutRequest } from './requests.ts';
import { Syncs } from './syncs.ts';
import type { Upload, Uploads } from './tables.ts';
import { PARTS } from './targets.ts';

const STALL_MS = 60_000;
/** Interval for updating the last-touched time of an active upload. */
const TOUCH_MS = 60_000;

export interface PartBytesOptions {
  readonly vault: Vault;
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly bootId: string;
  readonly stallMs?: number;
  /** Called whenever bytes of an upload were written. */
  readonly onWritten?: (uuid: string) => void;
}

/**
 * Bytes of unfinished uploads: each upload has a hidden part file on its target's file system, to which chunks are
 * appended.
 */
export class PartBytes {
  readonly #options: PartBytesOptions;
  readonly #promises: Promises;
  readonly #syncs: Syncs;
  readonly #parts: OpenParts;

  constructor(options: PartBytesOptions, promises: Promises) {
    this.#options = options;
    this.#promises = promises;
    const syncs = new Syncs(options.uploads);
    this.#syncs = syncs;
    this.#parts = new OpenParts((uuid) => syncs.distrust(uuid));
  }

  /** Location of the part file of an upload; undefined if its user may not write there any more. */
  locationOf(upload: Upload): Location | undefined {
    const { vault } = this.#options;
    try {
      const first = isBundle(upload) ? (filesOf(upload)[0]?.target ?? '') : upload.target;
      const target = vault.resolve(callerFor(upload.user, ['safe', 'home']), first, 'write');
      if (!isBundle(upload) && target.key !== upload.key) return undefined;
      return vault.inside(vault.scratchOf(target), PARTS, upload.uuid);
    } catch (failure) {
      if (failure instanceof Refusal) return undefined;
      throw failure;
    }
  }

  /** Reliable bytes: the size of the part file, but after a reboot no more than was synced. */
  async held(upload: Upload): Promise<number> {
    const part = this.#syncs.isBroken(upload.uuid) ? undefined : this.locationOf(upload);
    const stat = part === undefined ? undefined : await this.#options.vault.lstat(part);
    if (stat?.isFile() !== true) return 0;
    return upload.boot === this.#options.bootId ? stat.size : Math.min(stat.size, upload.synced);
  }

  /** Appends a chunk. The caller holds the lock of its upload. */
  async put(request: PutRequest, signal: AbortSignal): Promise<PutOutcome> {
    const { uploads } = this.#options;
    const { uuid, start, body, length } = request;
    const upload = uploads.get(uuid);
    const location = upload === undefined ? undefined : this.locationOf(upload);
    if (upload?.done !== null || location === undefined) return { status: 404 };
    if (start === 0) {
      await this.#syncs.begin(uuid);
      await this.#parts.close(uuid);
    }
    const open = this.#parts.take(uuid);
    const held = this.#syncs.isBroken(uuid) ? 0 : (open?.held ?? (await this.held(upload)));
    const refused: PutOutcome | undefined =
      start !== 0 && start !== held
        ? { status: 409, start: held }
        : start + (length ?? 0) > upload.size
          ? { status: 413 }
          : undefined;
    if (refused !== undefined) {
      if (open !== undefined) await this.#parts.keep(uuid, open);
      return refused;
    }
    try {
      const part = open ?? { file: await this.#open(location), held };
      return await this.#receive(upload, part, { location, start, body, signal, most: longest(request, upload) });
    } catch (failure) {
      if (errnoOf(failure) !== undefined || failure instanceof Refusal) return { status: 507 };
      throw failure;
    }
  }

  async #open(location: Location): Promise<FileHandle> {
    const { vault } = this.#options;
    await vault.makeFolder(vault.inside(vault.scratchOf(location), PARTS));
    await using entry = await vault.parent(location);
    return await entry.folder.openFile(entry.name, constants.O_WRONLY | constants.O_CREAT, 0o600);
  }

  /**
   * Writes the body into the part. The part stays open after a complete chunk; after anything else it is closed and
   * checked again.
   */
  async #receive(upload: Upload, part: OpenPart, chunk: Chunk): Promise<PutOutcome> {
    const { location, start, body, signal, most } = chunk;
    const { uploads, clock, bootId } = this.#options;
    const { uuid } = upload;
    const { file } = part;
    let whole = false;
    try {
      // The box was restarted, or the upload was idle so long that its reservation expired.
      if (!this.#promises.has(uuid)) await this.#promises.take(uuid, [{ location, bytes: upload.size - start }]);
      if (upload.boot !== bootId || clock.now() - upload.touched > TOUCH_MS) uploads.touch(uuid, bootId, clock.now());
      if (start < part.held || upload.boot !== bootId) {
        uploads.lowerSynced(uuid, Math.min(start, upload.synced));
        await file.truncate(start);
      }
      const isLarge = upload.size >= PAST_CACHE_BYTES;
      using past = isLarge ? new PastCache(file.fd) : undefined;
      const { bytes, interrupted } = await receive(past ?? throughCache(file), body, {
        position: start,
        isLarge,
        limit: Math.min(most, upload.size - start),
        stallMs: this.#options.stallMs ?? STALL_MS,
        signal,
        onWritten: (written) => {
          this.#options.onWritten?.(uuid);
          if (!isBundle(upload)) this.#promises.note(uuid, upload.size - start - written);
          return this.#syncs.syncNowAndThen(file, uuid, start + written);
        },
      });
      if (interrupted === 'too-large') {
        await file.truncate(start);
        return { status: 413 };
      }
      const size = start + bytes;
      if (interrupted !== null) {
        await this.#syncs.sync(file, uuid, size);
        return { status: 0, size };
      }
      // A bundle is temporary: its files are synced one by one.
      if (size === upload.size && !isBundle(upload)) await this.#syncs.syncLater(file, uuid, size);
      if (this.#syncs.isBroken(uuid)) return { status: 507 };
      whole = true;
      await this.#parts.keep(uuid, { file, held: size });
      return { status: 200, size };
    } finally {
      // Closing waits for a running sync.
      if (!whole) await file.close();
    }
  }

  /** Renames the part of an upload, if there is one. The caller holds its lock. */
  async rename(upload: Upload, uuid: string): Promise<void> {
    const part = this.locationOf(upload);
    if (part === undefined || (await this.#options.vault.lstat(part)) === undefined) return;
    await using entry = await this.#options.vault.parent(part);
    await entry.folder.renameOver(entry.name, entry.folder, uuid);
  }

  /** Waits for syncs of a part and closes it. */
  async rest(uuid: string): Promise<void> {
    await this.#syncs.settled(uuid);
    await this.#parts.close(uuid);
  }

  async restAll(): Promise<void> {
    await this.#syncs.allSettled();
    await this.#parts.closeAll();
  }

  /** Syncs a complete part with its time and mode. @throws errors of the disk; then none of its bytes count */
  async sync(file: FileHandle, { uuid, size }: Upload): Promise<void> {
    await this.#syncs.sync(file, uuid, size, 'sync');
  }
}
