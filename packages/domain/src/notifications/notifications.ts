import type { Failure, Outcome, Values } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { WordKey } from '../words.ts';

export type Level = 'info' | 'success' | 'warning' | 'error';

/** One toast. A screen formats it from `messageKey` with `values`, or from `failure`. */
export interface Notification {
  readonly id: string;
  readonly level: Level;
  /** Key of the message catalogues; null when the text is derived from `failure`. */
  readonly word: string | null;
  readonly values: Values;
  /** What was done, shown in a second line. */
  readonly about: { readonly word: string; readonly values: Values } | null;
  /** The failure, for its text by family and code and for the details. */
  readonly failure: Failure | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Label of the button; null when there is none. */
  readonly action: WordKey | null;
  /** When the toast expires, in epoch milliseconds; null: until it is dismissed. */
  readonly until: number | null;
}

/** Label and action of a notice's button. */
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
  /** Offers to undo the reported action for 10 s. */
  readonly undo?: () => Outcome<unknown>;
  /** Offers another action for 10 s. */
  readonly action?: NoticeAction;
  /** A notice with the same key replaces the older one. */
  readonly key?: string;
}

export interface Notifications {
  readonly list$: StateStream<readonly Notification[]>;
  notify(notice: Notice): string;
  /** Shows a failure, except a cancellation, which is silent (UPLOAD-14). `key` as in {@link Notice}. */
  fail(failure: Failure, word?: WordKey, key?: string): void;
  dismiss(id: string): void;
  /** Pauses the expiry of a notice while the pointer or the focus is on it. */
  hold(id: string, held: boolean): void;
  /** Runs the action of a notice and dismisses it. */
  act(id: string): Outcome<null>;
  close(): void;
}
