import type { CommandSpec } from '@boxwood/box-sdk';
import { FilePage } from '@boxwood/box-sdk';
import type { RepeatedBodies } from '@boxwood/box-sdk/server';

/** Bodies longer than this are kept; shorter ones cost less to write than to look up. */
const WORTH_BYTES = 2048;
/** Bodies of all folders together: three times what a folder of 100,000 entries takes. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Milliseconds after which a finished page goes while the box is quiet. */
const UNUSED_MS = 10_000;

/** A page as the bytes of its answer; who wants the entries themselves, as the page of a share does, has them read from there. */
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
 * Pages of listings that anybody may ask for again, as the bytes of their answers: what was asked for longest ago goes first. A key names one state of a
 * folder and everything that was asked of it, so a page is never out of date, and holds nothing that is one caller's alone. Nobody comes here before the
 * vault has let them into the folder.
 */
export class FinishedPages implements RepeatedBodies {
  readonly #now: () => number;
  /** Pages that were made and are being answered with. */
  readonly #made = new WeakMap<object, string>();
  /** Least recently used first. */
  readonly #kept = new Map<string, FinishedPage>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Bytes of all that is kept. */
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

  /** Says that whoever asks for this key would get this page again. */
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

  /** Lets go of what nobody asked for lately: it is made again in a moment. @returns whether anything went */
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
