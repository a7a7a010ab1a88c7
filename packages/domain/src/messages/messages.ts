import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

/** Tabs of the drawer in order (SHELL-26, G-45): 1 friends, 2 replies, 3 system, 4 direct. */
export type MessageType = 1 | 2 | 3 | 4;
export const MESSAGE_TYPES: readonly MessageType[] = [1, 2, 3, 4];

/** MSG-01. `content` is plain text. */
export interface BoxMessage {
  readonly mid: string;
  readonly content: string;
  readonly read: boolean;
  /** Epoch seconds. */
  readonly dateTime: number;
  readonly type: number;
  readonly boxName: string;
}

export interface MessagePage {
  readonly messages: readonly BoxMessage[];
  readonly total: number;
  readonly pageNow: number;
  readonly pageSum: number;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

export interface MessagesState {
  /** False in LAN mode: icon and drawer are hidden (MSG-08). */
  readonly available: boolean;
  readonly unread: number;
  readonly unreadByType: Readonly<Record<MessageType, number>>;
  readonly pages: Readonly<Record<MessageType, MessagePage>>;
}

/**
 * The message centre. The unread count is requested at sign-in (unlike G-60, which waits a minute) and every 60 s from
 * then on.
 */
export interface Messages {
  readonly state$: StateStream<MessagesState>;
  /** Loads a page of 100 of one tab (MSG-02). */
  load(type: MessageType, page?: number): Outcome<MessagePage>;
  markAllRead(type: MessageType): Outcome<null>;
  remove(mid: string): Outcome<null>;
  /** First tab only (MSG-05). */
  clear(): Outcome<null>;
  close(): void;
}
