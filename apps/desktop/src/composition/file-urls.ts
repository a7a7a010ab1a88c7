import { fileKeyOf, fileUrl, type ThumbWidth, thumbUrl, zipUrl } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type BoxLink, type Failure, fromTask, poll, State, type StateStream, TIMERS } from '@boxwood/domain';
import { type Observable, of, type Subscription } from 'rxjs';

/**
 * URLs of files for pictures, players and downloads. They contain a key from the box that is renewed every hour (G-10);
 * without a key there is no URL. A box without keys serves the plain URL.
 */
export class FileUrls {
  readonly #base: string;
  readonly #relay: BoxLink['relay'];
  readonly #key = new State<string | null>(null);
  readonly #failure = new State<Failure | null>(null);
  readonly #renewal: Subscription;

  constructor(box: Pick<Client, 'exec'>, base: string, relay: BoxLink['relay'], retry$: Observable<unknown>) {
    this.#base = base;
    this.#relay = relay;
    this.#renewal = poll({
      every: TIMERS.keyRenewal,
      run: () => fromTask((signal) => () => fileKeyOf(box, { signal })),
      active$: of(true),
      retry$: retry$,
    }).subscribe((result) => {
      this.#failure.set(result._tag === 'Left' ? result.left : null);
      if (result._tag === 'Left') return;
      const { key } = result.right;
      // The specification has no keys: a box without them serves its files without (SDK-B102). An existing key stays in
      // use.
      if (key !== '' || this.#key.value === null) this.#key.set(key);
    });
  }

  /** Emits null until the first key, then at every renewal; URLs must then be built again. */
  get key$(): StateStream<string | null> {
    return this.#key.stream;
  }

  /** Why the last renewal failed; null when it succeeded. */
  get failure$(): StateStream<Failure | null> {
    return this.#failure.stream;
  }

  /** The URL of a file; with `download` the browser saves it. Null while there is no key. */
  file(path: string, download = false): string | null {
    const key = this.#key.value;
    return key === null
      ? null
      : fileUrl({ base: this.#base, key, relay: this.#relay ?? undefined }, path, { download });
  }

  /** The URL of the thumbnail for a hash; null while there is no key. */
  thumb(md512kb: string, width: ThumbWidth = 256): string | null {
    const key = this.#key.value;
    return key === null ? null : thumbUrl({ base: this.#base, key, relay: this.#relay ?? undefined }, md512kb, width);
  }

  /** The URL of an archive that the box has prepared; null while there is no key. */
  zip(id: string): string | null {
    const key = this.#key.value;
    return key === null ? null : zipUrl({ base: this.#base, key, relay: this.#relay ?? undefined }, id);
  }

  close(): void {
    this.#renewal.unsubscribe();
  }
}
