import type { Answer } from '../outcome.ts';
import type { Message, MessageType } from './messages.ts';

/** The account calls of the message centre. */
export interface MessagesPort {
  unread(): Answer<{ readonly total: number; readonly byType: Readonly<Record<MessageType, number>> }>;
  page(
    type: MessageType,
    pageNo: number,
  ): Answer<{
    readonly messages: readonly Message[];
    readonly total: number;
    readonly pageNow: number;
    readonly pageSum: number;
  }>;
  markRead(type: MessageType): Answer<unknown>;
  remove(mid: string): Answer<unknown>;
  clear(type: MessageType): Answer<unknown>;
}
