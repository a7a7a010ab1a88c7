import { ephemeral, session } from '../events/event-kinds.ts';
import type { Failure } from '../outcome.ts';
import type { BoxMessage, MessageType } from './messages.ts';

/** Message events: data from the account service, and changes it confirmed. */
export const messageEvents = {
  UnreadCounted: ephemeral<{ readonly total: number; readonly byType: Readonly<Record<MessageType, number>> }>(),
  MessagesListed: ephemeral<{
    readonly type: MessageType;
    readonly messages: readonly BoxMessage[];
    readonly total: number;
    readonly pageNow: number;
    readonly pageSum: number;
  }>(),
  MessagesFailed: session<{ readonly type: MessageType; readonly failure: Failure }>(),
  MessagesRead: ephemeral<{ readonly type: MessageType }>(),
  MessagesRemoved: ephemeral<{ readonly mids: readonly string[] }>(),
  MessagesCleared: ephemeral<{ readonly type: MessageType }>(),
};
