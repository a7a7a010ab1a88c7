import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hashes } from '../files/hashes.ts';
import { typeOfName } from '../files/file-type.ts';
import type { FileReply } from '../files/send-file.ts';
import { Shared } from '../files/shared.ts';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { Shrinker } from './shrinker.ts';
import { findProgram } from '../runtime/programs.ts';
import { videoFrame } from './video-frame.ts';

/**
 * Available widths; others are 404 (B103). The largest is an extension: a full-screen view for formats that browsers
 * cannot show.
 */
export const WIDTHS: readonly number[] = [64, 128, 256, 512, 2048];
/**
 * Browsers may cache thumbnails of places whose access does not change. For other places they revalidate every time.
 */
const KEPT: Readonly<Partial<Record<Location['place']['kind'], string>>> = {
  personal: 'private, max-age=31536000, immutable',
  public: 'private, max-age=31536000, immutable',
};
/** Content without a thumbnail is retried after this time. */
const GIVE_UP_MS = 10 * 60_000;
const MAX_FAILED = 5000;

/** Headers of a request, in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request for the thumbnail of a file; the signal aborts when the client disconnects. */
interface Asked {
  readonly caller: Caller;
  readonly location: Location;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

export interface ThumbnailsOptions {
  /** Folder in the box's state for finished thumbnails. */
  readonly dir: string;
  readonly vault: Vault;
  readonly hashes: Hashes;
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
  readonly #shrinker = new Shrinker();
  readonly #making = new Map<string, Shared<Uint8Array | null>>();
  readonly #failed = new Map<string, number>();
  /** Upper bound of the cache size in bytes; unknown until the first scan. */
  #atMost = Number.POSITIVE_INFINITY;

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
    headers: Headers,
    signal: AbortSignal,
  ): Promise<FileReply | null> {
    if (!WIDTHS.includes(width)) return null;
    const location = await this.#options.hashes.find(caller, hash);
    return location === undefined ? null : this.#answer({ caller, location, headers, signal }, hash, width);
  }

  /** Serves a thumbnail by location. Null also if the file is neither a picture nor a video. */
  async serveAt(
    caller: Caller,
    location: Location,
    width: number,
    headers: Headers,
    signal: AbortSignal,
  ): Promise<FileReply | null> {
    if (!WIDTHS.includes(width)) return null;
    const hash = await this.#options.hashes.compute(location);
    return hash === null ? null : this.#answer({ caller, location, headers, signal }, hash, width);
  }

  async #answer({ caller, location, headers, signal }: Asked, hash: string, width: number): Promise<FileReply | null> {
    const etag = `"${hash}-${width}"`;
    const common = {
      etag,
      'content-type': 'image/webp',
      'cache-control': KEPT[location.place.kind] ?? 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    if (headers['if-none-match'] === etag) return { status: 304, headers: common, body: null };
    const picture = await this.picture(location, hash, width, signal);
    // Creating the thumbnail takes time: meanwhile the share may have ended or the safe been locked.
    this.#options.vault.resolve(caller, location.wire, 'read');
    if (picture !== null)
      return { status: 200, headers: { ...common, 'content-length': picture.length }, body: picture };
    const seconds = Math.ceil(((this.#failed.get(hash) ?? 0) - this.#options.now()) / 1000);
    if (!(location.place.kind in KEPT) || seconds <= 0) return null;
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
    const kept = await readFile(this.#file(id)).catch(() => null);
    if (kept !== null) {
      // The mtime records the last use, for collect().
      const seconds = this.#options.now() / 1000;
      await utimes(this.#file(id), seconds, seconds).catch(() => undefined);
      return kept;
    }
    if ((this.#failed.get(hash) ?? 0) > this.#options.now()) return null;
    const running = this.#making.get(id);
    if (running?.isOver === false) return running.wait(signal);
    const making = new Shared((ended) => this.#make(location, id, hash, width, ended));
    this.#making.set(id, making);
    making
      .settled()
      .then(() => {
        if (this.#making.get(id) === making) this.#making.delete(id);
      })
      .catch(() => undefined);
    return making.wait(signal);
  }

  /** Removes the thumbnails of a content, also those in progress. */
  async forget(hash: string): Promise<void> {
    for (const width of WIDTHS) {
      const id = `${hash}-${width}`;
      await this.#making.get(id)?.settled();
      await rm(this.#file(id), { force: true });
    }
  }

  /**
   * Removes the least recently used thumbnails until the rest fits into `maxBytes`. The folder is scanned only the
   * first time and when additions may have exceeded the limit, because it may have hundreds of thousands of files on a
   * sleeping disk.
   */
  async collect(maxBytes: number): Promise<number> {
    if (this.#atMost <= maxBytes) return 0;
    // Thumbnails added during the scan are counted separately. After a failed scan the size is unknown.
    this.#atMost = 0;
    let seen = Number.POSITIVE_INFINITY;
    try {
      const { removed, left } = await this.#removeOldest(maxBytes);
      seen = left;
      return removed;
    } finally {
      this.#atMost += seen;
    }
  }

  async #removeOldest(maxBytes: number): Promise<{ readonly removed: number; readonly left: number }> {
    const files: { path: string; size: number; used: number }[] = [];
    for (const entry of await readdir(this.#options.dir, { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      // A temporary file may have been renamed meanwhile.
      const there = await stat(path).catch(() => undefined);
      if (there !== undefined) files.push({ path, size: there.size, used: there.mtimeMs });
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
    this.#shrinker.close();
  }

  async #make(
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
      if (this.#failed.size >= MAX_FAILED) this.#failed.clear();
      this.#failed.set(hash, this.#options.now() + GIVE_UP_MS);
      return null;
    }
    const file = this.#file(id);
    const fresh = `${file}.${process.pid}.tmp`;
    // If the state folder is full or read-only, only caching fails, not the thumbnail.
    await mkdir(join(file, '..'), { recursive: true })
      .then(() => writeFile(fresh, picture))
      .then(() => rename(fresh, file))
      .then(() => {
        this.#atMost += picture.length;
      })
      .catch(() => rm(fresh, { force: true }));
    return picture;
  }

  async #render(location: Location, width: number, signal: AbortSignal): Promise<Uint8Array | null> {
    const type = typeOfName(location.name);
    const file = await this.#options.vault.openFile(location);
    try {
      if (type === 3) return await this.#shrinker.shrink(`/proc/${process.pid}/fd/${file.fd}`, width, signal);
      if (type !== 2 || this.#ffmpeg === undefined) return null;
      const frame =
        (await videoFrame(this.#ffmpeg, file.fd, 3, signal)) ?? (await videoFrame(this.#ffmpeg, file.fd, 0, signal));
      return frame === null ? null : await this.#shrinker.shrink(frame, width, signal);
    } finally {
      await file.close();
    }
  }

  #file(id: string): string {
    return join(this.#options.dir, id.slice(0, 2), `${id}.webp`);
  }
}
