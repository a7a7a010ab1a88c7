import type { Failure, Outcome, MessageValues } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { DomainMessageKey } from '../message-keys.ts';

export type NoticeLevel = 'info' | 'success' | 'warning' | 'error';

/** One toast. A screen formats it from `messageKey` with `values`, or from `failure`. */
export interface Notification {
  readonly id: string;
  readonly level: NoticeLevel;
  /** Key of the message catalogues; null when the text is derived from `failure`. */
  readonly messageKey: string | null;
  readonly values: MessageValues;
  /** What was done, shown in a second line. */
  readonly detail: { readonly messageKey: string; readonly values: MessageValues } | null;
  /** The failure, for its text by family and code and for the details. */
  readonly failure: Failure | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Label of the button; null when there is none. */
  readonly action: DomainMessageKey | null;
  /** When the toast expires, in epoch milliseconds; null: until it is dismissed. */
  readonly until: number | null;
}

/** Label and action of a notice's button. */
export interface NoticeAction {
  readonly messageKey: DomainMessageKey;
  readonly run: () => Outcome<unknown>;
}

export interface Notice {
  readonly level: NoticeLevel;
  readonly messageKey?: DomainMessageKey;
  readonly values?: MessageValues;
  readonly failure?: Failure;
  readonly detail?: { readonly messageKey: DomainMessageKey; readonly values: MessageValues };
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
  fail(failure: Failure, messageKey?: DomainMessageKey, key?: string): void;
  dismiss(id: string): void;
  /** Pauses the expiry of a notice while the pointer or the focus is on it. */
  setPaused(id: string, isPaused: boolean): void;
  /** Runs the action of a notice and dismisses it. */
  runAction(id: string): Outcome<null>;
  close(): void;
}
