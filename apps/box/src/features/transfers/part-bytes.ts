import { constants } from 'node:fs';
import type { Clock } from '../../platform/clock.ts';
import { DIRECT_IO_MIN_BYTES, DirectIoWriter, bufferedWriter } from '../../runtime/direct-io.ts';
import type { FileHandle, Location, Vault } from '../../storage/vault/index.ts';
import { callerFor, errnoOf, Refusal } from '../../storage/vault/index.ts';
import { bundleFilesOf, isBundle } from './upload-bundle.ts';
import type { OpenPart } from './open-parts.ts';
import { OpenParts } from './open-parts.ts';
import { receiveBody } from './part-writer.ts';
import type { SpaceReservations } from './space-reservations.ts';
import { type IncomingChunk, maxBodyBytes, type PutOutcome, type PutRequest } from './put-request.ts';
import { PartSyncs } from './part-syncs.ts';
import type { Upload, Uploads } from './uploads-table.ts';
import { PARTS } from './upload-targets.ts';

const STALL_TIMEOUT_MS = 60_000;
/** Interval for updating the last-touched time of an active upload. */
const TOUCH_INTERVAL_MS = 60_000;

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
  readonly #reservations: SpaceReservations;
  readonly #syncs: PartSyncs;
  readonly #parts: OpenParts;

  constructor(options: PartBytesOptions, reservations: SpaceReservations) {
    this.#options = options;
    this.#reservations = reservations;
    const syncs = new PartSyncs(options.uploads);
    this.#syncs = syncs;
    this.#parts = new OpenParts((uuid) => syncs.distrust(uuid));
  }

  /** Location of the part file of an upload; undefined if its user may not write there any more. */
  locationOf(upload: Upload): Location | undefined {
    const { vault } = this.#options;
    try {
      const first = isBundle(upload) ? (bundleFilesOf(upload)[0]?.target ?? '') : upload.target;
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
      if (open !== undefined) await this.#parts.putBack(uuid, open);
      return refused;
    }
    try {
      const part = open ?? { file: await this.#open(location), held };
      return await this.#receive(upload, part, {
        location,
        start,
        body,
        signal,
        maxBytes: maxBodyBytes(request, upload),
      });
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
  async #receive(upload: Upload, part: OpenPart, chunk: IncomingChunk): Promise<PutOutcome> {
    const { location, start, body, signal, maxBytes } = chunk;
    const { uploads, clock, bootId } = this.#options;
    const { uuid } = upload;
    const { file } = part;
    let isComplete = false;
    try {
      // The box was restarted, or the upload was idle so long that its reservation expired.
      if (!this.#reservations.has(uuid))
        await this.#reservations.reserve(uuid, [{ location, bytes: upload.size - start }]);
      if (upload.boot !== bootId || clock.now() - upload.touched > TOUCH_INTERVAL_MS)
        uploads.touch(uuid, bootId, clock.now());
      if (start < part.held || upload.boot !== bootId) {
        uploads.lowerSynced(uuid, Math.min(start, upload.synced));
        await file.truncate(start);
      }
      const isLarge = upload.size >= DIRECT_IO_MIN_BYTES;
      using direct = isLarge ? new DirectIoWriter(file.fd) : undefined;
      const { bytes, interrupted } = await receiveBody(direct ?? bufferedWriter(file), body, {
        position: start,
        isLarge,
        limit: Math.min(maxBytes, upload.size - start),
        stallMs: this.#options.stallMs ?? STALL_TIMEOUT_MS,
        signal,
        onWritten: (written) => {
          this.#options.onWritten?.(uuid);
          if (!isBundle(upload)) this.#reservations.setRemaining(uuid, upload.size - start - written);
          return this.#syncs.syncIfDue(file, uuid, start + written);
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
      isComplete = true;
      await this.#parts.putBack(uuid, { file, held: size });
      return { status: 200, size };
    } finally {
      // Closing waits for a running sync.
      if (!isComplete) await file.close();
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
  async closePart(uuid: string): Promise<void> {
    await this.#syncs.settled(uuid);
    await this.#parts.close(uuid);
  }

  async closeAllParts(): Promise<void> {
    await this.#syncs.allSettled();
    await this.#parts.closeAll();
  }

  /** Syncs a complete part with its time and mode. @throws errors of the disk; then none of its bytes count */
  async sync(file: FileHandle, { uuid, size }: Upload): Promise<void> {
    await this.#syncs.sync(file, uuid, size, 'sync');
  }
}
