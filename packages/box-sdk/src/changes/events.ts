import type { Client } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import type { Patience } from '../connect/patience.ts';
import { backOff } from '../connect/patience.ts';
import { WaitChanges } from './commands.ts';
import { MAX_WAIT } from './model.ts';

/**
 * Something changed, whoever changed it: in one of the watched folders (`path` as it was asked for), or in an area ({@link CHANGE_AREAS};
 * a later box knows more). `everything`: the box does not remember that far, and anything may have changed. `cursor` is where to go on after it.
 */
export type BoxEvent = { readonly cursor: string } & (
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'area'; readonly area: string }
  | { readonly type: 'everything' }
);

export interface EventOptions extends Patience {
  /** Folders to watch, at most 64; areas are told of without being asked for. */
  readonly folders?: readonly string[];
  /** Where an earlier stream stopped (the `cursor` of its last event); without it the stream begins now. */
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

interface Observer {
  next?(event: BoxEvent): void;
  error?(failure: unknown): void;
  complete?(): void;
}

/** The changes of a box: a `for await` loop takes them, and so does what understands Observables (`from(...)` of RxJS). */
export interface BoxEvents extends AsyncIterable<BoxEvent> {
  subscribe(observer: Observer | ((event: BoxEvent) => void)): { unsubscribe(): void };
  /** Under this name libraries look for what can be subscribed to. */
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
 * What changes on a box, as it changes, over one call that waits. A line that breaks is taken up again where it broke; the stream ends with
 * the signal or the loop, and fails when the box says no or is away for longer than the patience.
 *
 * @example
 * ```ts
 * for await (const event of eventsOf(box, { folders: ['/mnt/usb1/ann/Inbox'] }))
 *   if (event.type === 'folder') console.log('something came, went or was written');
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
        // Whoever does not listen to errors is told as of any other that nobody took.
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
