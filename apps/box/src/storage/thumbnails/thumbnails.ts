import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaHashes } from '../../features/files/media-hashes.ts';
import { typeOfName } from '../../features/files/file-type.ts';
import type { FileReply } from '../../features/files/download/send-file.ts';
import { SharedTask } from '../../features/files/shared-task.ts';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { PictureWorkerPool } from './picture-worker-pool.ts';
import { findProgram } from '../../runtime/programs.ts';
import { readVideoFrame } from './video-frame.ts';

/**
 * Available widths; others are 404 (B103). The largest is an extension: a full-screen view for formats that browsers
 * cannot show.
 */
export const THUMBNAIL_WIDTHS: readonly number[] = [64, 128, 256, 512, 2048];
/**
 * Browsers may cache thumbnails of places whose access does not change. For other places they revalidate every time.
 */
const CACHE_CONTROL_BY_PLACE: Readonly<Partial<Record<Location['place']['kind'], string>>> = {
  personal: 'private, max-age=31536000, immutable',
  public: 'private, max-age=31536000, immutable',
};
/** Content without a thumbnail is retried after this time. */
const FAILURE_RETRY_MS = 10 * 60_000;
const MAX_FAILURES = 5000;

/** Headers of a request, in lower case. */
type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request for the thumbnail of a file; the signal aborts when the client disconnects. */
interface ThumbnailRequest {
  readonly caller: Caller;
  readonly location: Location;
  readonly headers: RequestHeaders;
  readonly signal: AbortSignal;
}

export interface ThumbnailsOptions {
  /** Folder in the box's state for finished thumbnails. */
  readonly dir: string;
  readonly vault: Vault;
  readonly hashes: MediaHashes;
  readonly now: () => number;
  /** The ffmpeg program for videos; looked up on the PATH if absent, null for none. */
  readonly ffmpeg?: string | null;
}

/**
 * Thumbnails by content (FILES-60), created once per content and width and cached on disk. A caller gets one only for a
 * file that they may read at that moment.
 */
export class Thumbnails {
  readonly #options: ThumbnailsOptions;
  readonly #ffmpeg: string | undefined;
  readonly #pictureWorkers = new PictureWorkerPool();
  readonly #pending = new Map<string, SharedTask<Uint8Array | null>>();
  readonly #failedUntil = new Map<string, number>();
  /** Upper bound of the cache size in bytes; unknown until the first scan. */
  #maxCacheBytes = Number.POSITIVE_INFINITY;

  constructor(options: ThumbnailsOptions) {
    this.#options = options;
    this.#ffmpeg = options.ffmpeg === undefined ? findProgram('ffmpeg') : (options.ffmpeg ?? undefined);
  }

  /**
   * Serves a thumbnail by hash. Null means 404. A content without a thumbnail gets a 404 reply that browsers may cache.
   */
  async serve(
    caller: Caller,
    hash: string,
    width: number,
    headers: RequestHeaders,
    signal: AbortSignal,
  ): Promise<FileReply | null> {
    if (!THUMBNAIL_WIDTHS.includes(width)) return null;
    const location = await this.#options.hashes.findFile(caller, hash);
    return location === undefined ? null : this.#respond({ caller, location, headers, signal }, hash, width);
  }

  /** Serves a thumbnail by location. Null also if the file is neither a picture nor a video. */
  async serveAt(
    caller: Caller,
    location: Location,
    width: number,
    headers: RequestHeaders,
    signal: AbortSignal,
  ): Promise<FileReply | null> {
    if (!THUMBNAIL_WIDTHS.includes(width)) return null;
    const hash = await this.#options.hashes.computeHash(location);
    return hash === null ? null : this.#respond({ caller, location, headers, signal }, hash, width);
  }

  async #respond(
    { caller, location, headers, signal }: ThumbnailRequest,
    hash: string,
    width: number,
  ): Promise<FileReply | null> {
    const etag = `"${hash}-${width}"`;
    const common = {
      etag,
      'content-type': 'image/webp',
      'cache-control': CACHE_CONTROL_BY_PLACE[location.place.kind] ?? 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    if (headers['if-none-match'] === etag) return { status: 304, headers: common, body: null };
    const picture = await this.picture(location, hash, width, signal);
    // Creating the thumbnail takes time: meanwhile the share may have ended or the safe been locked.
    this.#options.vault.resolve(caller, location.wire, 'read');
    if (picture !== null)
      return { status: 200, headers: { ...common, 'content-length': picture.length }, body: picture };
    const seconds = Math.ceil(((this.#failedUntil.get(hash) ?? 0) - this.#options.now()) / 1000);
    if (!(location.place.kind in CACHE_CONTROL_BY_PLACE) || seconds <= 0) return null;
    // Browsers need not request it again before the box retries.
    return {
      status: 404,
      headers: {
        'cache-control': `private, max-age=${seconds}`,
        'content-length': 0,
        'x-content-type-options': 'nosniff',
      },
      body: null,
    };
  }

  /** The thumbnail of a file with a known hash; null if there is none. */
  async picture(location: Location, hash: string, width: number, signal: AbortSignal): Promise<Uint8Array | null> {
    const id = `${hash}-${width}`;
    const cached = await readFile(this.#pathOf(id)).catch(() => null);
    if (cached !== null) {
      // The mtime records the last use, for collect().
      const seconds = this.#options.now() / 1000;
      await utimes(this.#pathOf(id), seconds, seconds).catch(() => undefined);
      return cached;
    }
    if ((this.#failedUntil.get(hash) ?? 0) > this.#options.now()) return null;
    const running = this.#pending.get(id);
    if (running?.isAbandoned === false) return running.wait(signal);
    const pending = new SharedTask((ended) => this.#create(location, id, hash, width, ended));
    this.#pending.set(id, pending);
    pending
      .whenSettled()
      .then(() => {
        if (this.#pending.get(id) === pending) this.#pending.delete(id);
      })
      .catch(() => undefined);
    return pending.wait(signal);
  }

  /** Removes the thumbnails of a content, also those in progress. */
  async forget(hash: string): Promise<void> {
    for (const width of THUMBNAIL_WIDTHS) {
      const id = `${hash}-${width}`;
      await this.#pending.get(id)?.whenSettled();
      await rm(this.#pathOf(id), { force: true });
    }
  }

  /**
   * Removes the least recently used thumbnails until the rest fits into `maxBytes`. The folder is scanned only the
   * first time and when additions may have exceeded the limit, because it may have hundreds of thousands of files on a
   * sleeping disk.
   */
  async collect(maxBytes: number): Promise<number> {
    if (this.#maxCacheBytes <= maxBytes) return 0;
    // Thumbnails added during the scan are counted separately. After a failed scan the size is unknown.
    this.#maxCacheBytes = 0;
    let remaining = Number.POSITIVE_INFINITY;
    try {
      const { removed, left } = await this.#removeOldest(maxBytes);
      remaining = left;
      return removed;
    } finally {
      this.#maxCacheBytes += remaining;
    }
  }

  async #removeOldest(maxBytes: number): Promise<{ readonly removed: number; readonly left: number }> {
    const files: { path: string; size: number; used: number }[] = [];
    for (const entry of await readdir(this.#options.dir, { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      // A temporary file may have been renamed meanwhile.
      const stats = await stat(path).catch(() => undefined);
      if (stats !== undefined) files.push({ path, size: stats.size, used: stats.mtimeMs });
    }
    let total = files.reduce((sum, { size }) => sum + size, 0);
    let removed = 0;
    if (total > maxBytes) files.sort((a, b) => a.used - b.used);
    for (const { path, size } of files) {
      if (total <= maxBytes) break;
      await rm(path, { force: true });
      total -= size;
      removed += 1;
    }
    return { removed, left: total };
  }

  close(): void {
    this.#pictureWorkers.close();
  }

  async #create(
    location: Location,
    id: string,
    hash: string,
    width: number,
    signal: AbortSignal,
  ): Promise<Uint8Array | null> {
    const picture = await this.#render(location, width, signal).catch(() => null);
    // Aborted because no caller waits any more; that is not a failure of the content.
    signal.throwIfAborted();
    if (picture === null) {
      if (this.#failedUntil.size >= MAX_FAILURES) this.#failedUntil.clear();
      this.#failedUntil.set(hash, this.#options.now() + FAILURE_RETRY_MS);
      return null;
    }
    const file = this.#pathOf(id);
    const temporaryFile = `${file}.${process.pid}.tmp`;
    // If the state folder is full or read-only, only caching fails, not the thumbnail.
    await mkdir(join(file, '..'), { recursive: true })
      .then(() => writeFile(temporaryFile, picture))
      .then(() => rename(temporaryFile, file))
      .then(() => {
        this.#maxCacheBytes += picture.length;
      })
      .catch(() => rm(temporaryFile, { force: true }));
    return picture;
  }

  async #render(location: Location, width: number, signal: AbortSignal): Promise<Uint8Array | null> {
    const type = typeOfName(location.name);
    const file = await this.#options.vault.openFile(location);
    try {
      if (type === 3) return await this.#pictureWorkers.shrink(`/proc/${process.pid}/fd/${file.fd}`, width, signal);
      if (type !== 2 || this.#ffmpeg === undefined) return null;
      const frame =
        (await readVideoFrame(this.#ffmpeg, file.fd, 3, signal)) ??
        (await readVideoFrame(this.#ffmpeg, file.fd, 0, signal));
      return frame === null ? null : await this.#pictureWorkers.shrink(frame, width, signal);
    } finally {
      await file.close();
    }
  }

  #pathOf(id: string): string {
    return join(this.#options.dir, id.slice(0, 2), `${id}.webp`);
  }
}
