import type { Failure, Outcome, Values } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { WordKey } from '../words.ts';

export type Level = 'info' | 'success' | 'warning' | 'error';

/** One toast. A screen words it: `word` with `values`, or the text of `failure`. */
export interface Notification {
  readonly id: string;
  readonly level: Level;
  /** Key of the message catalogues; null when the text is that of `failure`. */
  readonly word: string | null;
  readonly values: Values;
  /** What was done, in a second line. */
  readonly about: { readonly word: string; readonly values: Values } | null;
  /** What failed, for the text by family and code and for the details. */
  readonly failure: Failure | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** True while the action it tells of can be taken back. */
  readonly undo: boolean;
  /** What its button says instead of Undo. */
  readonly undoWord: WordKey | null;
  /** Epoch milliseconds at which it goes by itself; null stays until dismissed. */
  readonly until: number | null;
}

export interface Notice {
  readonly level: Level;
  readonly word?: WordKey;
  readonly values?: Values;
  readonly failure?: Failure;
  readonly about?: { readonly word: WordKey; readonly values: Values };
  /** Takes the action back; offered for 10 s. */
  readonly undo?: () => Outcome<unknown>;
  /** What the button says that does it, where it is not Undo. */
  readonly undoWord?: WordKey;
  /** A notice with the same key replaces the older one. */
  readonly key?: string;
}

export interface Notifications {
  readonly list$: StateStream<readonly Notification[]>;
  notify(notice: Notice): string;
  /** Shows a failure unless it is a cancellation, which is silent (UPLOAD-14). `key` as that of a notice. */
  fail(failure: Failure, word?: WordKey, key?: string): void;
  dismiss(id: string): void;
  /** Stops the clock of a notice while the pointer rests on it or focus is inside. */
  hold(id: string, held: boolean): void;
  /** Takes the action of one notice back, or of the newest one that offers it. */
  undo(id?: string): Outcome<null>;
  close(): void;
}
