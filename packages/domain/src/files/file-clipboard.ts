import type { FileEntry } from '@boxwood/box-sdk';
import type { Subscription } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import { select, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Cause } from '../store/recorded.ts';
import { tasksProjection } from '../tasks/projection.ts';
import type { FileClipboard } from './files.ts';
import { clipboardProjection } from './projection.ts';

/** A cut entry and the id of the task that moves it; null when the box refused the task. */
export interface SubmittedEntry {
  readonly entry: FileEntry;
  readonly task: string | null;
}

/** Receives the task of each entry of a cut that was pasted. */
export type OnTasksSubmitted = (submitted: readonly SubmittedEntry[]) => void;

/**
 * The clipboard shared by all tabs. Pasting a cut empties it. Entries that the box refuses or fails to move return to
 * the clipboard, unless the user cut or copied something else in between.
 */
export class SharedClipboard {
  readonly #store: EventStore<BoxEvent>;
  readonly held$: StateStream<FileClipboard | null>;
  readonly #subscription: Subscription;
  /** Cut entries that the box is moving, by task id, pasted in this tab. */
  readonly #moving = new Map<string, FileEntry>();
  /** The last clipboard value made of entries that failed to move. */
  #returned: FileClipboard | null = null;

  constructor(store: EventStore<BoxEvent>) {
    this.#store = store;
    this.held$ = select(store.state(clipboardProjection), ({ held }) => held);
    this.#subscription = store.batches$.subscribe((batch) => {
      if (this.#moving.size > 0 && batch.some(({ event }) => event.type.startsWith('Tasks'))) this.#settleMoves();
    });
  }

  put(mode: FileClipboard['mode'], entries: readonly FileEntry[]): void {
    this.#publish(entries.length === 0 ? null : { mode, entries }, 'person');
  }

  /** Records that a cut was pasted. */
  recordPasted(cut: FileClipboard, submitted: readonly SubmittedEntry[]): void {
    if (this.held$.value === cut) this.#publish(null, 'person');
    for (const { entry, task } of submitted) if (task !== null) this.#moving.set(task, entry);
    this.#returnEntries(submitted.filter(({ task }) => task === null).map(({ entry }) => entry));
    this.#settleMoves();
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #publish(held: FileClipboard | null, cause: Cause): void {
    this.#store.append([{ type: 'ClipboardHeld', data: { held } }], cause);
  }

  /** Removes finished moves and returns failed ones to the clipboard. */
  #settleMoves(): void {
    const { tasks } = this.#store.state(tasksProjection).value;
    const finished = [...this.#moving].flatMap(([id, entry]) => {
      const state = tasks.get(id)?.state;
      return state === 1 || state === -1 ? [{ id, entry, failed: state === -1 }] : [];
    });
    for (const { id } of finished) this.#moving.delete(id);
    this.#returnEntries(finished.filter(({ failed }) => failed).map(({ entry }) => entry));
  }

  #returnEntries(entries: readonly FileEntry[]): void {
    const { value } = this.held$;
    if (entries.length === 0 || (value !== null && value !== this.#returned)) return;
    this.#returned = { mode: 'cut', entries: [...(value?.entries ?? []), ...entries] };
    this.#publish(this.#returned, 'box');
  }
}
