import type { Client } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import type { RetryOptions } from '../connect/retry.ts';
import { createBackoff } from '../connect/retry.ts';
import { WaitChanges } from './change-commands.ts';
import { MAX_WAIT_S } from './change-model.ts';

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

export interface EventOptions extends RetryOptions {
  /** Folders to watch, at most 64; areas are always reported. */
  readonly folders?: readonly string[];
  /** Position to resume from (the `cursor` of the last event); without it the stream starts now. */
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

interface EventObserver {
  next?(event: BoxEvent): void;
  error?(failure: unknown): void;
  complete?(): void;
}

/** The changes of a box, as an async iterable for `for await` and as an Observable (`from(...)` of RxJS). */
export interface BoxEvents extends AsyncIterable<BoxEvent> {
  subscribe(observer: EventObserver | ((event: BoxEvent) => void)): { unsubscribe(): void };
  /** Interop point of Observable libraries (`Symbol.observable`). */
  '@@observable'(): BoxEvents;
}

const generateEvents = async function* (
  client: Pick<Client, 'exec'>,
  options: EventOptions,
): AsyncGenerator<BoxEvent, void> {
  const { folders = [], signal } = options;
  const backoff = createBackoff(options, signal);
  let { cursor = '' } = options;
  while (signal?.aborted !== true) {
    const wait = cursor === '' ? 0 : MAX_WAIT_S;
    const params = { cursor, wait, folders: [...folders] };
    const response = await client.exec(WaitChanges, params, signal === undefined ? {} : { signal })();
    if (response._tag === 'Left') {
      const { left: error } = response;
      if (error._tag === 'Aborted') return;
      if ((error._tag !== 'Network' && error._tag !== 'Timeout') || !(await backoff.wait()))
        throw new BoxFailure(error, 'WaitChanges');
      continue;
    }
    backoff.reset();
    const { right: changes } = response;
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
    [Symbol.asyncIterator]: () => generateEvents(client, options),
    '@@observable': () => events,
    subscribe: (observer) => {
      const target: EventObserver = typeof observer === 'function' ? { next: observer } : observer;
      const ownAbort = new AbortController();
      const signal =
        options.signal === undefined ? ownAbort.signal : AbortSignal.any([options.signal, ownAbort.signal]);
      const consume = async (): Promise<void> => {
        for await (const event of generateEvents(client, { ...options, signal })) {
          if (ownAbort.signal.aborted) return;
          target.next?.(event);
        }
        if (!ownAbort.signal.aborted) target.complete?.();
      };
      consume().catch((failure: unknown) => {
        // Without an error callback the failure is thrown as an uncaught error.
        if (ownAbort.signal.aborted) return;
        if (target.error === undefined)
          queueMicrotask(() => {
            throw failure;
          });
        else target.error(failure);
      });
      return {
        unsubscribe: () => {
          ownAbort.abort();
        },
      };
    },
  };
  return events;
};
