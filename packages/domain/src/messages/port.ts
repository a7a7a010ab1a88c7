import type { PortResult } from '../outcome.ts';
import type { BoxMessage, MessageType } from './messages.ts';

/** The account calls of the message centre. */
export interface MessagesPort {
  unread(): PortResult<{ readonly total: number; readonly byType: Readonly<Record<MessageType, number>> }>;
  page(
    type: MessageType,
    pageNo: number,
  ): PortResult<{
    readonly messages: readonly BoxMessage[];
    readonly total: number;
    readonly pageNow: number;
    readonly pageSum: number;
  }>;
  markRead(type: MessageType): PortResult<unknown>;
  remove(mid: string): PortResult<unknown>;
  clear(type: MessageType): PortResult<unknown>;
}
