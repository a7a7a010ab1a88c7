import type { CommandSpec } from '@boxwood/box-sdk';
import { FilePage } from '@boxwood/box-sdk';
import type { BodyCache } from '@boxwood/box-sdk/server';

/** Shorter bodies are not cached: serialising them costs less than a lookup. */
const MIN_CACHED_BODY_BYTES = 2048;
/** Limit for the bodies of all folders together: three times the size of a folder with 100,000 entries. */
const MAX_CACHE_BYTES = 24 * 1024 * 1024;
/** Time after which an unused page may be dropped while the box is idle, in ms. */
const UNUSED_PAGE_TTL_MS = 10_000;

/**
 * A page stored as the bytes of its response. Callers that need the entries, such as the page of a share, get them by
 * parsing those bytes.
 */
class CachedPage implements FilePage {
  readonly sum: number;
  readonly command: CommandSpec;
  readonly bytes: Uint8Array;
  usedAt: number;

  constructor(sum: number, command: CommandSpec, body: string, usedAt: number) {
    this.sum = sum;
    this.command = command;
    this.bytes = Buffer.from(body);
    this.usedAt = usedAt;
  }

  get file_list(): FilePage['file_list'] {
    const page = FilePage.decode(JSON.parse(Buffer.from(this.bytes).toString()));
    if (page._tag === 'Left') throw new Error(`a generated page cannot be decoded: ${page.left.join(', ')}`);
    return page.right.file_list;
  }
}

/**
 * LRU cache of listing pages, stored as response bytes. A key names the state of a folder and all query parameters, so
 * a page never becomes stale and holds nothing private to one caller. The vault checks access to the folder before this
 * cache is read.
 */
export class ListingPageCache implements BodyCache {
  readonly #now: () => number;
  /** Keys of pages whose responses are not serialised yet. */
  readonly #cacheKeys = new WeakMap<object, string>();
  /** Least recently used first. */
  readonly #pages = new Map<string, CachedPage>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Size of all cached pages. */
  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): FilePage | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    page.usedAt = this.#now();
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  /** Marks a page as reusable for every later request with the same key. */
  markCacheable(key: string, page: FilePage): void {
    this.#cacheKeys.set(page, key);
  }

  get(command: CommandSpec, result: object): Uint8Array | undefined {
    return result instanceof CachedPage && result.command === command ? result.bytes : undefined;
  }

  put(command: CommandSpec, result: object, body: string): void {
    const key = this.#cacheKeys.get(result);
    if (
      key === undefined ||
      body.length <= MIN_CACHED_BODY_BYTES ||
      !('sum' in result) ||
      typeof result.sum !== 'number'
    )
      return;
    this.#drop(key);
    const page = new CachedPage(result.sum, command, body, this.#now());
    this.#pages.set(key, page);
    this.#bytes += page.bytes.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= MAX_CACHE_BYTES) break;
      this.#drop(oldest);
    }
  }

  /** Drops pages that were not requested recently; they are cheap to rebuild. @returns whether a page was dropped */
  trimCaches(): boolean {
    const before = this.#pages.size;
    for (const [key, { usedAt }] of this.#pages) if (this.#now() - usedAt >= UNUSED_PAGE_TTL_MS) this.#drop(key);
    return this.#pages.size < before;
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.bytes.length ?? 0;
    this.#pages.delete(key);
  }
}
