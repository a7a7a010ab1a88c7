import type { Observable } from 'rxjs';
import type { Recorded } from '../store/recorded.ts';
import type { BoxEvent } from '../events/box-event.ts';
import type { Happening } from './journal-memory.ts';
import type { StateStream } from '../state/state-stream.ts';

/** A file for support that replays into the same state: the states before the first event, then the events. */
export interface JournalExport {
  readonly format: 'boxwood-journal';
  readonly schema: number;
  /** Epoch milliseconds. */
  readonly written: number;
  /** Saved states by projection name, from before the first event. */
  readonly base: Readonly<Record<string, { readonly version: number; readonly state: unknown }>>;
  readonly events: readonly Recorded<BoxEvent>[];
}

/** Recent events in this browser with their causes. Secrets never enter events; an export redacts once more. */
export interface Journal {
  readonly count$: StateStream<number>;
  readonly added$: Observable<readonly Recorded<BoxEvent>[]>;
  /** The most recent events, newest first, including those of earlier pages of this tab. */
  recent(limit: number): readonly Happening[];
  export(): JournalExport;
  /** The export as text, ready to save. */
  text(): string;
}
