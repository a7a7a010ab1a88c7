import type { Failure } from '../outcome.ts';
import type { Message, MessageType } from '../messages/messages.ts';

export type MessageEvent =
  | {
      readonly type: 'UnreadCounted';
      readonly data: { readonly total: number; readonly byType: Readonly<Record<MessageType, number>> };
    }
  | {
      readonly type: 'MessagesListed';
      readonly data: {
        readonly type: MessageType;
        readonly messages: readonly Message[];
        readonly total: number;
        readonly pageNow: number;
        readonly pageSum: number;
      };
    }
  | { readonly type: 'MessagesFailed'; readonly data: { readonly type: MessageType; readonly failure: Failure } }
  | { readonly type: 'MessagesRead'; readonly data: { readonly type: MessageType } }
  | { readonly type: 'MessagesRemoved'; readonly data: { readonly mids: readonly string[] } }
  | { readonly type: 'MessagesCleared'; readonly data: { readonly type: MessageType } };
