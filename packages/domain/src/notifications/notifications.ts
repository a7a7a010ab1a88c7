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
  /** What its button says, where it offers to do something. */
  readonly action: WordKey | null;
  /** Epoch milliseconds at which it goes by itself; null stays until dismissed. */
  readonly until: number | null;
}

/** What a button of a notice says, and does. */
export interface NoticeAction {
  readonly word: WordKey;
  readonly run: () => Outcome<unknown>;
}

export interface Notice {
  readonly level: Level;
  readonly word?: WordKey;
  readonly values?: Values;
  readonly failure?: Failure;
  readonly about?: { readonly word: WordKey; readonly values: Values };
  /** Offers for 10 s to take back what it tells of. */
  readonly undo?: () => Outcome<unknown>;
  /** Offers for 10 s what else can be done about it. */
  readonly action?: NoticeAction;
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
  /** Does what the button of a notice says; the notice goes then. */
  act(id: string): Outcome<null>;
  close(): void;
}
