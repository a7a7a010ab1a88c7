import type { CommandSpec } from '@boxwood/box-sdk';
import { FilePage } from '@boxwood/box-sdk';
import type { RepeatedBodies } from '@boxwood/box-sdk/server';

/** Shorter bodies are not cached: serialising them costs less than a lookup. */
const WORTH_BYTES = 2048;
/** Limit for the bodies of all folders together: three times the size of a folder with 100,000 entries. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Time after which an unused page may be dropped while the box is idle, in ms. */
const UNUSED_MS = 10_000;

/**
 * A page stored as the bytes of its response. Callers that need the entries, such as the page of a share, get them by
 * parsing those bytes.
 */
class FinishedPage implements FilePage {
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
    if (page._tag === 'Left') throw new Error(`a page that was written cannot be read: ${page.left.join(', ')}`);
    return page.right.file_list;
  }
}

/**
 * LRU cache of listing pages, stored as response bytes. A key names the state of a folder and all query parameters, so
 * a page never becomes stale and holds nothing private to one caller. The vault checks access to the folder before this
 * cache is read.
 */
export class FinishedPages implements RepeatedBodies {
  readonly #now: () => number;
  /** Keys of pages whose responses are not serialised yet. */
  readonly #made = new WeakMap<object, string>();
  /** Least recently used first. */
  readonly #kept = new Map<string, FinishedPage>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Size of all cached pages. */
  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): FilePage | undefined {
    const page = this.#kept.get(key);
    if (page === undefined) return undefined;
    page.usedAt = this.#now();
    this.#kept.delete(key);
    this.#kept.set(key, page);
    return page;
  }

  /** Marks a page as reusable for every later request with the same key. */
  mark(key: string, page: FilePage): void {
    this.#made.set(page, key);
  }

  get(command: CommandSpec, result: object): Uint8Array | undefined {
    return result instanceof FinishedPage && result.command === command ? result.bytes : undefined;
  }

  offer(command: CommandSpec, result: object, body: string): void {
    const key = this.#made.get(result);
    if (key === undefined || body.length <= WORTH_BYTES || !('sum' in result) || typeof result.sum !== 'number') return;
    this.#drop(key);
    const page = new FinishedPage(result.sum, command, body, this.#now());
    this.#kept.set(key, page);
    this.#bytes += page.bytes.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  /** Drops pages that were not requested recently; they are cheap to rebuild. @returns whether a page was dropped */
  rest(): boolean {
    const before = this.#kept.size;
    for (const [key, { usedAt }] of this.#kept) if (this.#now() - usedAt >= UNUSED_MS) this.#drop(key);
    return this.#kept.size < before;
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes.length ?? 0;
    this.#kept.delete(key);
  }
}
