import type { Client } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import type { Patience } from '../connect/patience.ts';
import { backOff } from '../connect/patience.ts';
import { WaitChanges } from './commands.ts';
import { MAX_WAIT } from './model.ts';

/**
 * A change made by any client: in one of the watched folders (`path` as requested) or in an area ({@link CHANGE_AREAS};
 * newer boxes may send others). `everything`: the box no longer has the changes since the cursor, so anything may have
 * changed. `cursor` is the position after this event.
 */
export type BoxEvent = { readonly cursor: string } & (
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'area'; readonly area: string }
  | { readonly type: 'everything' }
);

export interface EventOptions extends Patience {
  /** Folders to watch, at most 64; areas are always reported. */
  readonly folders?: readonly string[];
  /** Position to resume from (the `cursor` of the last event); without it the stream starts now. */
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

interface Observer {
  next?(event: BoxEvent): void;
  error?(failure: unknown): void;
  complete?(): void;
}

/** The changes of a box, as an async iterable for `for await` and as an Observable (`from(...)` of RxJS). */
export interface BoxEvents extends AsyncIterable<BoxEvent> {
  subscribe(observer: Observer | ((event: BoxEvent) => void)): { unsubscribe(): void };
  /** Interop point of Observable libraries (`Symbol.observable`). */
  '@@observable'(): BoxEvents;
}

const stream = async function* (client: Pick<Client, 'exec'>, options: EventOptions): AsyncGenerator<BoxEvent, void> {
  const { folders = [], signal } = options;
  const patience = backOff(options, signal);
  let { cursor = '' } = options;
  while (signal?.aborted !== true) {
    const wait = cursor === '' ? 0 : MAX_WAIT;
    const call = { cursor, wait, folders: [...folders] };
    const told = await client.exec(WaitChanges, call, signal === undefined ? {} : { signal })();
    if (told._tag === 'Left') {
      const { left: error } = told;
      if (error._tag === 'Aborted') return;
      if ((error._tag !== 'Network' && error._tag !== 'Timeout') || !(await patience.wait()))
        throw new BoxFailure(error, 'WaitChanges');
      continue;
    }
    patience.again();
    const { right: changes } = told;
    ({ cursor } = changes);
    if (changes.everything === 1) yield { type: 'everything', cursor };
    for (const path of changes.folders) yield { type: 'folder', path, cursor };
    for (const area of changes.areas) yield { type: 'area', area, cursor };
  }
};

/**
 * Streams the changes of a box through a long-polling call. After a lost connection the stream resumes at its cursor.
 * It ends with the signal or the loop, and fails if the box refuses the call or stays unreachable for longer than
 * `patienceMs`.
 *
 * @example
 * ```ts
 * for await (const event of eventsOf(box, { folders: ['/mnt/usb1/ann/Inbox'] }))
 *   if (event.type === 'folder') console.log('an entry was created, deleted or written');
 * ```
 */
export const eventsOf = (client: Pick<Client, 'exec'>, options: EventOptions = {}): BoxEvents => {
  const events: BoxEvents = {
    [Symbol.asyncIterator]: () => stream(client, options),
    '@@observable': () => events,
    subscribe: (observer) => {
      const to: Observer = typeof observer === 'function' ? { next: observer } : observer;
      const own = new AbortController();
      const signal = options.signal === undefined ? own.signal : AbortSignal.any([options.signal, own.signal]);
      const run = async (): Promise<void> => {
        for await (const event of stream(client, { ...options, signal })) {
          if (own.signal.aborted) return;
          to.next?.(event);
        }
        if (!own.signal.aborted) to.complete?.();
      };
      run().catch((failure: unknown) => {
        // Without an error callback the failure is thrown as an uncaught error.
        if (own.signal.aborted) return;
        if (to.error === undefined)
          queueMicrotask(() => {
            throw failure;
          });
        else to.error(failure);
      });
      return {
        unsubscribe: () => {
          own.abort();
        },
      };
    },
  };
  return events;
};
