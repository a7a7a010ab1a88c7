import type { CommandSpec } from '@boxwood/box-sdk';
import type { RepeatedBodies } from '@boxwood/box-sdk/server';

/** Bodies longer than this are kept as bytes; shorter ones cost less to write than to look up. */
const WORTH_BYTES = 2048;

/**
 * The bodies of pages that are handed out again and again. A page is held by its folder's snapshot; when that is forgotten, its body goes
 * with it.
 */
export class RepeatedPages implements RepeatedBodies {
  readonly #bodies = new WeakMap<object, { readonly command: CommandSpec; readonly bytes: Uint8Array } | null>();

  /** Says that a page will be handed out again, unchanged. */
  mark(page: object): void {
    this.#bodies.set(page, null);
  }

  get(command: CommandSpec, result: object): Uint8Array | undefined {
    const known = this.#bodies.get(result);
    return known?.command === command ? known.bytes : undefined;
  }

  offer(command: CommandSpec, result: object, body: string): void {
    if (body.length > WORTH_BYTES && this.#bodies.get(result) === null)
      this.#bodies.set(result, { command, bytes: Buffer.from(body) });
  }
}
