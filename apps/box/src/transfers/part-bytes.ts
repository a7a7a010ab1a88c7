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
/** An upload under way is noted as alive this often. */
const TOUCH_MS = 60_000;

export interface PartBytesOptions {
  readonly vault: Vault;
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly bootId: string;
  readonly stallMs?: number;
  /** Told of an upload whenever some of it was written. */
  readonly onWritten?: (uuid: string) => void;
}

/** The bytes of uploads that are under way: each upload has a hidden part file on its target's own file system, which chunks are added to. */
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

  /** Where the bytes of an upload are gathered; undefined when its user may not write there any more. */
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

  /** Bytes the box can vouch for: what the part file holds, after a restart of the machine no more than was synced. */
  async held(upload: Upload): Promise<number> {
    const part = this.#syncs.isBroken(upload.uuid) ? undefined : this.locationOf(upload);
    const stat = part === undefined ? undefined : await this.#options.vault.lstat(part);
    if (stat?.isFile() !== true) return 0;
    return upload.boot === this.#options.bootId ? stat.size : Math.min(stat.size, upload.synced);
  }

  /** Adds a chunk. The caller holds the lock of its upload. */
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

  /** Writes the body into the part. The part is kept open after a whole chunk and closed, to be looked at anew, after anything else. */
  async #receive(upload: Upload, part: OpenPart, chunk: Chunk): Promise<PutOutcome> {
    const { location, start, body, signal, most } = chunk;
    const { uploads, clock, bootId } = this.#options;
    const { uuid } = upload;
    const { file } = part;
    let whole = false;
    try {
      // The box was started again, or nothing came for so long that the room was given to others.
      if (!this.#promises.has(uuid)) await this.#promises.take(uuid, [{ location, bytes: upload.size - start }]);
      if (upload.boot !== bootId || clock.now() - upload.touched > TOUCH_MS) uploads.touch(uuid, bootId, clock.now());
      if (start < part.held || upload.boot !== bootId) {
        uploads.lowerSynced(uuid, Math.min(start, upload.synced));
        await file.truncate(start);
      }
      const isLarge = upload.size >= PAST_CACHE_BYTES;
      using past = isLarge ? new PastCache(file.fd) : undefined;
      const { bytes, interrupted } = await receive(past ?? throughCache(file), body, {
        ...{ position: start, isLarge },
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
      // A bundle is only the way: its files are synced one by one.
      if (size === upload.size && !isBundle(upload)) await this.#syncs.syncLater(file, uuid, size);
      if (this.#syncs.isBroken(uuid)) return { status: 507 };
      whole = true;
      await this.#parts.keep(uuid, { file, held: size });
      return { status: 200, size };
    } finally {
      // Closing waits for a sync that is under way.
      if (!whole) await file.close();
    }
  }

  /** Gives the part of an upload another name, as far as there is one. The caller holds its lock. */
  async rename(upload: Upload, uuid: string): Promise<void> {
    const part = this.locationOf(upload);
    if (part === undefined || (await this.#options.vault.lstat(part)) === undefined) return;
    await using entry = await this.#options.vault.parent(part);
    await entry.folder.renameOver(entry.name, entry.folder, uuid);
  }

  /** Nothing is written to the part of an upload any more, and it is closed. */
  async rest(uuid: string): Promise<void> {
    await this.#syncs.settled(uuid);
    await this.#parts.close(uuid);
  }

  async restAll(): Promise<void> {
    await this.#syncs.allSettled();
    await this.#parts.closeAll();
  }

  /** Puts a whole part on the disk, with its time and mode. @throws what the disk says; then none of its bytes count any more */
  async sync(file: FileHandle, { uuid, size }: Upload): Promise<void> {
    await this.#syncs.sync(file, uuid, size, 'sync');
  }
}
