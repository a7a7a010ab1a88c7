import type { Observable } from 'rxjs';
import type { Recorded } from '../store/recorded.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Happening } from './memory.ts';
import type { StateStream } from '../state/state-stream.ts';

/** A file that support can read and that replays into the same state: the states before the first event, then the events. */
export interface JournalExport {
  readonly format: 'boxwood-journal';
  readonly schema: number;
  /** Epoch milliseconds. */
  readonly written: number;
  /** Saved states by projection name, from before the first event. */
  readonly base: Readonly<Record<string, { readonly version: number; readonly state: unknown }>>;
  readonly events: readonly Recorded<BoxEvent>[];
}

/** What happened lately in this browser, with causes. Secrets never enter events; an export redacts once more. */
export interface Journal {
  readonly count$: StateStream<number>;
  readonly added$: Observable<readonly Recorded<BoxEvent>[]>;
  /** What happened last, the newest first; also before the page was loaded anew. */
  recent(limit: number): readonly Happening[];
  export(): JournalExport;
  /** The export as text, ready to be saved. */
  text(): string;
}
