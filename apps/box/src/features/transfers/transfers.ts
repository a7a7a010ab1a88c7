import type { UnfinishedUpload } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import type { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import type { Caller, Location, Vault } from '../../storage/vault/index.ts';
import { callerFor, GEN, KeyedLocks, Refusal, withRefusals } from '../../storage/vault/index.ts';
import type { BundleFile, BundleOutcome, PreparedBundle } from './upload-bundle.ts';
import {
  toBundleUpload,
  examineBundle,
  bundleFilesOf,
  isBundle,
  placeBundle,
  spaceRequestsFor,
} from './upload-bundle.ts';
import { isTokenFolder } from '../../server/identity/token-folders.ts';
import { findCommittedFile, finishPart, placePart } from './commit-upload.ts';
import { findListedUpload, listUploads } from './list-uploads.ts';
import { findUploadToReplace } from './open-upload-limit.ts';
import { PartBytes } from './part-bytes.ts';
import type { PlaceUploadDeps } from './place-upload.ts';
import { SpaceReservations, type SpaceRequest } from './space-reservations.ts';
import { maxBodyBytes, type PreparedUpload, type PutOutcome, type PutRequest } from './put-request.ts';
import { removeStrayParts } from './remove-stray-parts.ts';
import type { NewUpload, Requester, Upload, Uploads } from './uploads-table.ts';
import { commonFolderOf, makeParent, parentKeyOf, PARTS, targetOf } from './upload-targets.ts';
import { describeExisting, describeFinished, type UploadMore, versionOf } from './upload-version.ts';

/** An upload that was not touched for this long is abandoned (G-17). */
export const UPLOAD_LIFE_MS = 7 * 24 * 3600 * 1000;
const COLLECT_INTERVAL_MS = 6 * 3600 * 1000;

export interface TransfersOptions {
  readonly vault: Vault;
  readonly trashBins: PlaceUploadDeps['trashBins'];
  readonly uploads: Uploads;
  readonly journal: Pick<Journal, 'begin'>;
  readonly clock: Clock;
  readonly room: FreeSpaceTracker;
  readonly newUuid: () => string;
  readonly bootId: string;
  /** Called for every committed file. */
  readonly onCommitted?: (location: Location) => void;
  readonly stallMs?: number;
  /** Returns the caller of a session with the areas unlocked there. Default: every area is unlocked. */
  readonly callerIn?: (user: string, session: string) => Caller;
  /** Whether the script token with this session has not ended. Default: it has not. */
  readonly isTokenValid?: (session: string) => boolean;
}

/** A caller with a scope is a script: its session is the one of its token. */
const requesterOf = ({ scope }: Caller, session: string): Requester => ({
  session,
  token: scope === undefined ? '' : session,
});

type StartedUpload = Omit<NewUpload, 'boot' | 'touched'>;

/**
 * Uploads (G-17). Bytes go into a hidden part file on the target's file system; PUTDONE syncs it, sets its time,
 * renames it, syncs the folder and only then responds. A crash at any moment leaves either the old file or the whole
 * new one, and an upload continues where its bytes end.
 */
export class Transfers {
  readonly #options: TransfersOptions;
  readonly #locks = new KeyedLocks();
  readonly #active = new Map<string, AbortController>();
  readonly #reservations: SpaceReservations;
  readonly #bytes: PartBytes;
  #closed = false;
  #collectedAt = 0;
  #collecting: Promise<number> = Promise.resolve(0);

  constructor(options: TransfersOptions) {
    this.#options = options;
    this.#reservations = new SpaceReservations(options);
    this.#bytes = new PartBytes({ ...options, onWritten: (uuid) => this.#recheck(uuid) }, this.#reservations);
  }

  /**
   * PREPUT. @param session the session whose end invalidates the upload
   * @throws Refusal 2 (too many at once), 3 (a folder is there), 5, 13, 15 (too deep), 16 (no space)
   */
  async prepare(
    caller: Caller,
    target: string,
    size: number,
    more?: UploadMore,
    session = '',
  ): Promise<PreparedUpload> {
    const { vault, uploads } = this.#options;
    const location = targetOf(vault, caller, target);
    const { keep = '' } = more ?? {};
    const identity = { user: caller.user, key: location.key, size, version: versionOf(more ?? {}), keep };
    const requester = requesterOf(caller, session);
    const folder = parentKeyOf(location.key);
    this.#collectIfDue();
    return this.#locks.withLocks([`prepare ${caller.user} ${location.key}`], async () => {
      const finished = keep === '' ? undefined : uploads.findKeepBoth(identity);
      if (finished !== undefined) return describeFinished(finished);
      await makeParent(vault, caller, location);
      const existing = keep === '' ? await vault.lstatExactName(location) : undefined;
      if (existing?.isDirectory() === true) throw new Refusal(GEN.failed, 'EISDIR');
      let found: Upload | undefined;
      for (const upload of uploads.open(caller.user, location.key))
        if (upload.keep !== keep) continue;
        else if (upload.size === size && upload.version === identity.version && found === undefined) found = upload;
        else await this.#drop(upload.uuid);
      const current = found === undefined ? undefined : await this.#attachToSession(found, requester);
      const start = current === undefined ? 0 : await this.#bytes.held(current);
      const uuid = current?.uuid ?? this.#options.newUuid();
      await this.#begin(
        { ...identity, ...requester, uuid, target, folder },
        [{ location, bytes: size - start }],
        current !== undefined,
      );
      return { uuid, start, ...describeExisting(existing, more !== undefined) };
    });
  }

  /** PUT. A newer PUT of the same upload aborts an older one with a stalled connection. */
  async put(request: PutRequest): Promise<PutOutcome> {
    const { uuid, length } = request;
    const upload = this.#options.uploads.get(uuid);
    if (upload?.done !== null || !this.#mayContinue(upload)) return { status: 404 };
    const caller = this.#callerOf(upload);
    if (caller.scope !== undefined && !(await isTokenFolder(this.#options.vault, caller))) return { status: 404 };
    if (length !== null && length > maxBodyBytes(request, upload)) return { status: 413 };
    this.#active.get(uuid)?.abort();
    const controller = new AbortController();
    this.#active.set(uuid, controller);
    try {
      return await this.#locks.withLocks([uuid], () =>
        // A stopping box sends no response: the client retries and continues with the next process.
        this.#closed ? Promise.resolve({ status: 0, size: 0 }) : this.#bytes.put(request, controller.signal),
      );
    } finally {
      if (this.#active.get(uuid) === controller) this.#active.delete(uuid);
    }
  }

  /** PUTDONE. @returns the path of the file. @throws Refusal 11 (held bytes differ), 15 (no such upload), 3 */
  async finish(caller: Caller, target: string, size: number, uuid: string, ctime: number): Promise<string> {
    const location = targetOf(this.#options.vault, caller, target);
    const upload = this.#options.uploads.get(uuid);
    if (upload?.user !== caller.user || upload.key !== location.key) throw new Refusal(GEN.path, 'uuid');
    if (upload.size !== size) throw new Refusal(GEN.invalid, 'size');
    if (this.#active.has(uuid)) throw new Refusal(GEN.invalid, 'size');
    return this.#locks.withLocks([uuid], () =>
      this.#options.vault.withLocks([location], () =>
        withRefusals(async () => {
          const now = this.#options.uploads.get(uuid) ?? upload;
          if (now.done !== null) return now.placed === '' ? location.wire : now.placed;
          const placed = await this.#commit(caller, now, location, ctime);
          this.#reservations.release(uuid);
          return placed.wire;
        }),
      ),
    );
  }

  /**
   * PREPUTS: status of each small file of a bundle, and the upload for the bytes of the wanted ones. @throws Refusal 16
   */
  async prepareBundle(caller: Caller, files: readonly BundleFile[], session = ''): Promise<PreparedBundle> {
    this.#collectIfDue();
    const { list, wanted } = await examineBundle(this.#options, caller, files);
    if (wanted.length === 0) return { list, more: 1 };
    const { key, target, size } = toBundleUpload(wanted);
    const requester = requesterOf(caller, session);
    const [found] = this.#options.uploads.open(caller.user, key);
    const known = found === undefined ? undefined : (await this.#attachToSession(found, requester))?.uuid;
    const uuid = known ?? this.#options.newUuid();
    const folder = commonFolderOf(wanted.map((file) => targetOf(this.#options.vault, caller, file.target).key));
    const upload = { ...requester, uuid, user: caller.user, key, target, size, version: '', keep: '', folder };
    await this.#begin(upload, spaceRequestsFor(this.#options.vault, caller, wanted), known !== undefined);
    return { uuid, list, more: 1 };
  }

  /**
   * PUTDONES. @returns the result for every file, error 0 for those that are stored. @throws Refusal 11 (held bytes
   * differ), 15 (no such upload)
   */
  async finishBundle(caller: Caller, uuid: string): Promise<readonly BundleOutcome[]> {
    if (this.#active.has(uuid)) throw new Refusal(GEN.invalid, 'size');
    return this.#locks.withLocks([uuid], () =>
      withRefusals(async () => {
        const upload = this.#options.uploads.get(uuid);
        if (upload?.user !== caller.user || !isBundle(upload)) throw new Refusal(GEN.path, 'uuid');
        await this.#bytes.closePart(uuid);
        if ((await this.#bytes.held(upload)) !== upload.size) throw new Refusal(GEN.invalid, 'size');
        const part = this.#bytes.locationOf(upload);
        try {
          return await placeBundle(this.#options, caller, { upload, part });
        } finally {
          await this.#remove(upload);
        }
      }),
    );
  }

  /** Deletes uploads idle for seven days, uploads of ended script tokens, and part files without an upload. Returns how many were deleted. */
  async collect(): Promise<number> {
    const { vault, uploads, clock } = this.#options;
    let removed = 0;
    for (const upload of uploads.idleSince(clock.now() - UPLOAD_LIFE_MS)) {
      if (this.#active.has(upload.uuid)) continue;
      await this.#drop(upload.uuid);
      removed += 1;
    }
    const { isTokenValid = () => true } = this.#options;
    for (const token of uploads.tokens()) if (!isTokenValid(token)) removed += await this.endToken(token);
    return removed + (await removeStrayParts(vault, (uuid) => uploads.get(uuid) !== undefined));
  }

  /** Reserves space for an upload and adds it to the table if it is new. @throws Refusal 2 (too many), 16 (no space) */
  async #begin(upload: StartedUpload, requests: readonly SpaceRequest[], isKnown: boolean): Promise<void> {
    await this.#reservations.reserve(upload.uuid, requests);
    if (!isKnown) await this.#add(upload);
  }

  /** Makes room for an upload and adds it. @throws Refusal 2 if the box is receiving all open uploads of the user */
  async #add(upload: StartedUpload): Promise<void> {
    const { uploads, clock, bootId } = this.#options;
    const toReplace = () =>
      findUploadToReplace(uploads.openByAge(upload.user, upload.token), (uuid) => this.#active.has(uuid));
    try {
      // Counted again after each wait, because other calls of the user begin uploads meanwhile.
      for (let uuid = toReplace(); uuid !== undefined; uuid = toReplace()) await this.#makeRoom(uuid);
      uploads.add({ ...upload, boot: bootId, touched: clock.now() });
    } catch (failure) {
      this.#reservations.release(upload.uuid);
      throw failure;
    }
  }

  /** An upload on a disconnected disk makes room too; its part is removed when the disk is back. */
  async #makeRoom(uuid: string): Promise<void> {
    await this.#drop(uuid).catch(() => this.#options.uploads.remove(uuid));
  }

  /** New uploads are the occasion to delete abandoned ones. */
  #collectIfDue(): void {
    const now = this.#options.clock.now();
    if (now - this.#collectedAt < COLLECT_INTERVAL_MS) return;
    this.#collectedAt = now;
    // What cannot be deleted now is retried next time.
    this.#collecting = this.collect().catch(() => 0);
  }

  /** Sessions or rights were revoked: aborts the requests that depend on them. */
  recheck(): void {
    for (const uuid of this.#active.keys()) this.#recheck(uuid);
  }

  #recheck(uuid: string): void {
    const upload = this.#options.uploads.get(uuid);
    if (upload === undefined || !this.#mayContinue(upload)) this.#active.get(uuid)?.abort();
  }

  /** Whether the session of an upload is still valid and may still write there. This check counts as use of an area. */
  #mayContinue(upload: Upload): boolean {
    if (upload.ended) return false;
    const { vault } = this.#options;
    const target = isBundle(upload) ? (bundleFilesOf(upload)[0]?.target ?? '') : upload.target;
    try {
      vault.resolve(this.#callerOf(upload), target, 'write');
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  }

  #callerOf({ user, session }: Upload): Caller {
    const { callerIn = (name: string) => callerFor(name, ['safe', 'home']) } = this.#options;
    return callerIn(user, session.split(' ').at(-1) ?? '');
  }

  /**
   * Attaches a known upload to the requesting session, under a new uuid if one of its earlier sessions has ended, so
   * that a revoked session cannot add to it. Undefined if the upload must restart.
   */
  async #attachToSession(upload: Upload, requester: Requester): Promise<Upload | undefined> {
    const { uploads, newUuid, clock } = this.#options;
    if (!upload.ended) {
      // The same uuid for every client that requests it (G-17); it ends with the first of their sessions that ends.
      uploads.join(upload, requester, clock.now());
      return upload;
    }
    if (isBundle(upload) || (await this.#bytes.held(upload)) === 0) {
      await this.#drop(upload.uuid);
      return undefined;
    }
    this.#active.get(upload.uuid)?.abort();
    return this.#locks.withLocks([upload.uuid], async () => {
      const uuid = newUuid();
      this.#reservations.release(upload.uuid);
      await this.#bytes.closePart(upload.uuid);
      await this.#bytes.rename(upload, uuid);
      uploads.renew(upload.uuid, { ...requester, uuid });
      return uploads.get(uuid);
    });
  }

  /** UPLOADLIST. */
  list(caller: Caller, session: string): readonly UnfinishedUpload[] {
    const isReceiving = (uuid: string) => this.#active.has(uuid);
    return listUploads({ ...this.#options, isReceiving }, caller, session);
  }

  /** UPLOADEND. @throws Refusal 15 (no such upload) */
  async end(caller: Caller, id: string): Promise<void> {
    const uuid = findListedUpload(this.#options.uploads, caller.user, id);
    if (uuid === undefined) throw new Refusal(GEN.path, 'upload');
    await this.#drop(uuid);
  }

  /** The user was deleted: removes their uploads and the received bytes. */
  async endAll(user: string): Promise<void> {
    await this.#dropAll(this.#options.uploads.openOf(user));
  }

  /** A script token ended: removes the uploads that it began. Returns how many. */
  async endToken(token: string): Promise<number> {
    return this.#dropAll(this.#options.uploads.openOfToken(token));
  }

  /** A folder was removed: removes the uploads into it. Returns how many. @param key key of the folder */
  async endBelow(key: string): Promise<number> {
    return this.#dropAll(this.#options.uploads.openBelow(key));
  }

  /** Aborts running requests; all received bytes are kept. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const controller of this.#active.values()) controller.abort();
    await this.#locks.withLocks([...this.#active.keys()], () => Promise.resolve());
    await this.#collecting;
    await this.#bytes.closeAllParts();
  }

  /** @returns the location of the file */
  async #commit(caller: Caller, upload: Upload, location: Location, ctime: number): Promise<Location> {
    const { vault, uploads, clock } = this.#options;
    const part = this.#bytes.locationOf(upload);
    if (part === undefined) throw new Refusal(GEN.path, 'uuid');
    await this.#bytes.closePart(upload.uuid);
    const commit = { upload, part, location, ctime };
    let placed = await findCommittedFile(this.#options, caller, commit);
    if (placed === undefined) {
      await vault.makeFolder(vault.inside(vault.scratchOf(part), PARTS));
      await using source = await vault.parent(part);
      const isWhole = async (): Promise<boolean> => {
        const now = uploads.get(upload.uuid);
        return now !== undefined && (await this.#bytes.held(now)) === upload.size;
      };
      const stamp = await finishPart(source, commit, isWhole, (file) => this.#bytes.sync(file, upload));
      placed = await placePart(this.#options, caller, commit, { source, stamp });
    }
    uploads.finish(upload.uuid, clock.now(), placed.key === location.key ? '' : placed.wire);
    this.#options.onCommitted?.(placed);
    return placed;
  }

  async #dropAll(uuids: readonly string[]): Promise<number> {
    for (const uuid of uuids) await this.#drop(uuid);
    return uuids.length;
  }

  /** Ends an upload and deletes its bytes; one that is completed meanwhile stays. */
  async #drop(uuid: string): Promise<void> {
    const { uploads } = this.#options;
    const wasDone = uploads.get(uuid)?.done !== null;
    this.#active.get(uuid)?.abort();
    await this.#locks.withLocks([uuid], async () => {
      const upload = uploads.get(uuid);
      if (upload !== undefined && (wasDone || upload.done === null)) await this.#remove(upload);
    });
  }

  /** Deletes an upload and its bytes. The caller holds its lock. */
  async #remove(upload: Upload): Promise<void> {
    const { vault, uploads } = this.#options;
    this.#reservations.release(upload.uuid);
    await this.#bytes.closePart(upload.uuid);
    const part = this.#bytes.locationOf(upload);
    if (part !== undefined && (await vault.lstat(part)) !== undefined) {
      await using entry = await vault.parent(part);
      await entry.folder.unlink(upload.uuid);
    }
    uploads.remove(upload.uuid);
  }
}
