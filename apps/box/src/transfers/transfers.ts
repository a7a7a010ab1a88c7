import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { Room } from '../space/room.ts';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { callerFor, GEN, KeyedLocks, Refusal, refusing } from '../vault/index.ts';
import type { BundleFile, BundleOutcome, PreparedBundle } from './bundle.ts';
import { bundleOf, examineBundle, filesOf, isBundle, placeBundle, wantsOf } from './bundle.ts';
import { committedBefore, finishPart, placePart } from './commit.ts';
import { forsakenOf } from './open-limit.ts';
import { PartBytes } from './part-bytes.ts';
import type { PlaceServices } from './place.ts';
import { Promises, type Want } from './promises.ts';
import { longest, type Prepared, type PutOutcome, type PutRequest } from './requests.ts';
import { removeStrays } from './strays.ts';
import type { NewUpload, Upload, Uploads } from './tables.ts';
import { makeParent, PARTS, targetOf } from './targets.ts';
import { describe, describeKept, type UploadMore, versionOf } from './versions.ts';

/** An upload that was not touched for this long is abandoned (G-17). */
export const UPLOAD_LIFE_MS = 7 * 24 * 3600 * 1000;
const COLLECT_MS = 6 * 3600 * 1000;

export interface TransfersOptions {
  readonly vault: Vault;
  readonly bins: PlaceServices['bins'];
  readonly uploads: Uploads;
  readonly journal: Pick<Journal, 'begin'>;
  readonly clock: Clock;
  readonly room: Room;
  readonly newUuid: () => string;
  readonly bootId: string;
  /** Called for every committed file. */
  readonly onCommitted?: (location: Location) => void;
  readonly stallMs?: number;
  /** Returns the caller of a session with the areas unlocked there. Default: every area is unlocked. */
  readonly callerIn?: (user: string, session: string) => Caller;
}

type Begun = Omit<NewUpload, 'boot' | 'touched'>;

/**
 * Uploads (G-17). Bytes go into a hidden part file on the target's file system; PUTDONE syncs it, sets its time,
 * renames it, syncs the folder and only then responds. A crash at any moment leaves either the old file or the whole
 * new one, and an upload continues where its bytes end.
 */
export class Transfers {
  readonly #options: TransfersOptions;
  readonly #locks = new KeyedLocks();
  readonly #active = new Map<string, AbortController>();
  readonly #promises: Promises;
  readonly #bytes: PartBytes;
  #closed = false;
  #collectedAt = 0;
  #collecting: Promise<number> = Promise.resolve(0);

  constructor(options: TransfersOptions) {
    this.#options = options;
    this.#promises = new Promises(options);
    this.#bytes = new PartBytes({ ...options, onWritten: (uuid) => this.#recheck(uuid) }, this.#promises);
  }

  /**
   * PREPUT. @param session the session whose end invalidates the upload
   * @throws Refusal 2 (too many), 3 (a folder is there), 5, 13, 15 (too deep), 16 (no space)
   */
  async prepare(caller: Caller, target: string, size: number, more?: UploadMore, session = ''): Promise<Prepared> {
    const { vault, uploads } = this.#options;
    const location = targetOf(vault, caller, target);
    const { keep = '' } = more ?? {};
    const wish = { user: caller.user, key: location.key, size, version: versionOf(more ?? {}), keep };
    this.#collectNowAndThen();
    return this.#locks.hold([`prepare ${caller.user} ${location.key}`], async () => {
      const kept = keep === '' ? undefined : uploads.kept(wish);
      if (kept !== undefined) return describeKept(kept);
      await makeParent(vault, caller, location);
      const existing = keep === '' ? await vault.lstatExact(location) : undefined;
      if (existing?.isDirectory() === true) throw new Refusal(GEN.failed, 'EISDIR');
      let found: Upload | undefined;
      for (const upload of uploads.open(caller.user, location.key))
        if (upload.keep !== keep) continue;
        else if (upload.size === size && upload.version === wish.version && found === undefined) found = upload;
        else await this.#drop(upload);
      const current = found === undefined ? undefined : await this.#ownedBy(found, session);
      const start = current === undefined ? 0 : await this.#bytes.held(current);
      const uuid = current?.uuid ?? this.#options.newUuid();
      await this.#begin({ ...wish, uuid, target, session }, [{ location, bytes: size - start }], current !== undefined);
      return { uuid, start, ...describe(existing, more !== undefined) };
    });
  }

  /** PUT. A newer PUT of the same upload aborts an older one with a stalled connection. */
  async put(request: PutRequest): Promise<PutOutcome> {
    const { uuid, length } = request;
    const upload = this.#options.uploads.get(uuid);
    if (upload?.done !== null || !this.#mayGoOn(upload)) return { status: 404 };
    if (length !== null && length > longest(request, upload)) return { status: 413 };
    this.#active.get(uuid)?.abort();
    const turn = new AbortController();
    this.#active.set(uuid, turn);
    try {
      return await this.#locks.hold([uuid], () =>
        // A stopping box sends no response: the client retries and continues with the next process.
        this.#closed ? Promise.resolve({ status: 0, size: 0 }) : this.#bytes.put(request, turn.signal),
      );
    } finally {
      if (this.#active.get(uuid) === turn) this.#active.delete(uuid);
    }
  }

  /** PUTDONE. @returns the path of the file. @throws Refusal 11 (held bytes differ), 15 (no such upload), 3 */
  async finish(caller: Caller, target: string, size: number, uuid: string, ctime: number): Promise<string> {
    const location = targetOf(this.#options.vault, caller, target);
    const upload = this.#options.uploads.get(uuid);
    if (upload?.user !== caller.user || upload.key !== location.key) throw new Refusal(GEN.path, 'uuid');
    if (upload.size !== size) throw new Refusal(GEN.invalid, 'size');
    if (this.#active.has(uuid)) throw new Refusal(GEN.invalid, 'size');
    return this.#locks.hold([uuid], () =>
      this.#options.vault.locked([location], () =>
        refusing(async () => {
          const now = this.#options.uploads.get(uuid) ?? upload;
          if (now.done !== null) return now.placed === '' ? location.wire : now.placed;
          const placed = await this.#commit(caller, now, location, ctime);
          this.#promises.release(uuid);
          return placed.wire;
        }),
      ),
    );
  }

  /**
   * PREPUTS: status of each small file of a bundle, and the upload for the bytes of the wanted ones. @throws Refusal 16
   */
  async prepareBundle(caller: Caller, files: readonly BundleFile[], session = ''): Promise<PreparedBundle> {
    this.#collectNowAndThen();
    const { list, wanted } = await examineBundle(this.#options, caller, files);
    if (wanted.length === 0) return { list, more: 1 };
    const { key, target, size } = bundleOf(wanted);
    const [found] = this.#options.uploads.open(caller.user, key);
    const known = found === undefined ? undefined : (await this.#ownedBy(found, session))?.uuid;
    const uuid = known ?? this.#options.newUuid();
    const upload = { uuid, user: caller.user, key, target, size, version: '', keep: '', session };
    await this.#begin(upload, wantsOf(this.#options.vault, caller, wanted), known !== undefined);
    return { uuid, list, more: 1 };
  }

  /**
   * PUTDONES. @returns the result for every file, error 0 for those that are stored. @throws Refusal 11 (held bytes
   * differ), 15 (no such upload)
   */
  async finishBundle(caller: Caller, uuid: string): Promise<readonly BundleOutcome[]> {
    if (this.#active.has(uuid)) throw new Refusal(GEN.invalid, 'size');
    return this.#locks.hold([uuid], () =>
      refusing(async () => {
        const upload = this.#options.uploads.get(uuid);
        if (upload?.user !== caller.user || !isBundle(upload)) throw new Refusal(GEN.path, 'uuid');
        await this.#bytes.rest(uuid);
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

  /** Deletes uploads idle for seven days and part files without an upload. Returns how many were deleted. */
  async collect(): Promise<number> {
    const { vault, uploads, clock } = this.#options;
    let removed = 0;
    for (const upload of uploads.idleSince(clock.now() - UPLOAD_LIFE_MS)) {
      if (this.#active.has(upload.uuid)) continue;
      await this.#drop(upload);
      removed += 1;
    }
    return removed + (await removeStrays(vault, (uuid) => uploads.get(uuid) !== undefined));
  }

  /** Reserves space for an upload and adds it to the table if it is new. @throws Refusal 2 (too many), 16 (no space) */
  async #begin(upload: Begun, wants: readonly Want[], isKnown: boolean): Promise<void> {
    await this.#promises.take(upload.uuid, wants);
    if (!isKnown) await this.#add(upload);
  }

  /** @throws Refusal 2 if the user has too many open uploads */
  async #add(upload: Begun): Promise<void> {
    const { uploads, clock, bootId } = this.#options;
    const isNeeded = async (one: Upload) => this.#active.has(one.uuid) || (await this.#bytes.held(one)) > 0;
    try {
      const forsaken = await forsakenOf(uploads.openOf(upload.user), clock.now(), isNeeded);
      if (forsaken !== undefined) await this.#drop(forsaken);
      uploads.add({ ...upload, boot: bootId, touched: clock.now() });
    } catch (failure) {
      this.#promises.release(upload.uuid);
      throw failure;
    }
  }

  /** New uploads are the occasion to delete abandoned ones. */
  #collectNowAndThen(): void {
    const now = this.#options.clock.now();
    if (now - this.#collectedAt < COLLECT_MS) return;
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
    if (upload === undefined || !this.#mayGoOn(upload)) this.#active.get(uuid)?.abort();
  }

  /** Whether the session of an upload is still valid and may still write there. This check counts as use of an area. */
  #mayGoOn(upload: Upload): boolean {
    if (upload.ended) return false;
    const { vault, callerIn = (user: string) => callerFor(user, ['safe', 'home']) } = this.#options;
    const target = isBundle(upload) ? (filesOf(upload)[0]?.target ?? '') : upload.target;
    try {
      vault.resolve(callerIn(upload.user, upload.session.split(' ').at(-1) ?? ''), target, 'write');
      return true;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  }

  /**
   * Attaches a known upload to the requesting session, under a new uuid if one of its earlier sessions has ended, so
   * that a revoked session cannot add to it. Undefined if the upload must restart.
   */
  async #ownedBy(upload: Upload, session: string): Promise<Upload | undefined> {
    const { uploads, newUuid } = this.#options;
    if (!upload.ended) {
      // The same uuid for every client that requests it (G-17); it ends with the first of their sessions that ends.
      uploads.join(upload, session);
      return upload;
    }
    if (isBundle(upload) || (await this.#bytes.held(upload)) === 0) {
      await this.#drop(upload);
      return undefined;
    }
    this.#active.get(upload.uuid)?.abort();
    return this.#locks.hold([upload.uuid], async () => {
      const uuid = newUuid();
      this.#promises.release(upload.uuid);
      await this.#bytes.rest(upload.uuid);
      await this.#bytes.rename(upload, uuid);
      uploads.renew(upload.uuid, { uuid, session });
      return uploads.get(uuid);
    });
  }

  /** The user was deleted: removes their uploads and the received bytes. */
  async endAll(user: string): Promise<void> {
    for (const upload of this.#options.uploads.openOf(user)) await this.#drop(upload);
  }

  /** Aborts running requests; all received bytes are kept. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const turn of this.#active.values()) turn.abort();
    await this.#locks.hold([...this.#active.keys()], () => Promise.resolve());
    await this.#collecting;
    await this.#bytes.restAll();
  }

  /** @returns the location of the file */
  async #commit(caller: Caller, upload: Upload, location: Location, ctime: number): Promise<Location> {
    const { vault, uploads, clock } = this.#options;
    const part = this.#bytes.locationOf(upload);
    if (part === undefined) throw new Refusal(GEN.path, 'uuid');
    await this.#bytes.rest(upload.uuid);
    const commit = { upload, part, location, ctime };
    let placed = await committedBefore(this.#options, caller, commit);
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

  async #drop(upload: Upload): Promise<void> {
    this.#active.get(upload.uuid)?.abort();
    await this.#locks.hold([upload.uuid], () => this.#remove(upload));
  }

  /** Deletes an upload and its bytes. The caller holds its lock. */
  async #remove(upload: Upload): Promise<void> {
    const { vault, uploads } = this.#options;
    this.#promises.release(upload.uuid);
    await this.#bytes.rest(upload.uuid);
    const part = this.#bytes.locationOf(upload);
    if (part !== undefined && (await vault.lstat(part)) !== undefined) {
      await using entry = await vault.parent(part);
      await entry.folder.unlink(upload.uuid);
    }
    uploads.remove(upload.uuid);
  }
}
