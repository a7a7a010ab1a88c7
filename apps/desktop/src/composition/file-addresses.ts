import { fileKeyOf, fileUrl, type ThumbWidth, thumbUrl, zipUrl } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type BoxLink, type Failure, fromTask, poll, State, type StateStream, TIMERS } from '@boxwood/domain';
import { type Observable, of, type Subscription } from 'rxjs';

/**
 * Addresses of files for pictures, players and downloads. They carry a key that the box hands out and that is renewed every hour
 * (G-10); while there is no key yet there is no address. A box without keys is asked for the bare address.
 */
export class FileAddresses {
  readonly #base: string;
  readonly #relay: BoxLink['relay'];
  readonly #key = new State<string | null>(null);
  readonly #failure = new State<Failure | null>(null);
  readonly #renewing: Subscription;

  constructor(box: Pick<Client, 'exec'>, base: string, relay: BoxLink['relay'], again$: Observable<unknown>) {
    this.#base = base;
    this.#relay = relay;
    this.#renewing = poll({
      every: TIMERS.keyRenewal,
      run: () => fromTask((signal) => () => fileKeyOf(box, { signal })),
      active$: of(true),
      again$,
    }).subscribe((result) => {
      this.#failure.set(result._tag === 'Left' ? result.left : null);
      if (result._tag === 'Left') return;
      const { key } = result.right;
      // The specification knows of no keys: a box that has none opens its files without (SDK-B102). Who had one keeps it.
      if (key !== '' || this.#key.value === null) this.#key.set(key);
    });
  }

  /** Follow this to make addresses again: null until the first key, then every renewal. */
  get key$(): StateStream<string | null> {
    return this.#key.stream;
  }

  /** Why there is no new key; null when there is. */
  get failure$(): StateStream<Failure | null> {
    return this.#failure.stream;
  }

  /** Where a file is read; with `download` the browser saves it. Null while there is no key. */
  file(path: string, download = false): string | null {
    const key = this.#key.value;
    return key === null
      ? null
      : fileUrl({ base: this.#base, key, relay: this.#relay ?? undefined }, path, { download });
  }

  /** Where the thumbnail of a hash is read; null while there is no key. */
  thumb(md512kb: string, width: ThumbWidth = 256): string | null {
    const key = this.#key.value;
    return key === null ? null : thumbUrl({ base: this.#base, key, relay: this.#relay ?? undefined }, md512kb, width);
  }

  /** Where an archive that the box made ready is fetched; null while there is no key. */
  zip(id: string): string | null {
    const key = this.#key.value;
    return key === null ? null : zipUrl({ base: this.#base, key, relay: this.#relay ?? undefined }, id);
  }

  close(): void {
    this.#renewing.unsubscribe();
  }
}
