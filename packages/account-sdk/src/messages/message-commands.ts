import { bytes, intBetween, intText, nothing, struct, text } from '@boxwood/command-bus/codecs';
import { changingGet, deleteCommand, readCommand } from '../define.ts';
import { MessagePage, MessageType, UnreadCount } from './message-model.ts';

/** Number of unread messages. `GET /user/unreadMessage` (A24). */
export const CountUnread = readCommand({
  name: 'CountUnread',
  path: '/user/unreadMessage',
  params: nothing,
  result: UnreadCount,
  refusals: [1001],
  access: 'user',
});

/** One page of the messages of a type, newest first; pages count from 1. `GET /user/userMessages` (A25). */
export const ListMessages = readCommand({
  name: 'ListMessages',
  path: '/user/userMessages',
  params: struct({
    /** One of `MESSAGE_TYPES`: 1 friends, 2 replies, 3 notices, 4 direct. */
    type: intText(MessageType),
    /** Page number, from 1. */
    pageNo: intText(intBetween(1, 100_000)),
    /** Maximum number of messages per page. */
    pageSize: intText(intBetween(1, 100)),
  }),
  result: MessagePage,
  refusals: [1001],
  access: 'user',
});

/** Marks all messages of a type as read. `GET /user/modifyStateByType` (A26). */
export const MarkRead = changingGet({
  name: 'MarkRead',
  path: '/user/modifyStateByType',
  params: struct({
    /** One of `MESSAGE_TYPES`: 1 friends, 2 replies, 3 notices, 4 direct. */
    type: intText(MessageType),
  }),
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/** Deletes one message of the caller; succeeds also if it was already deleted. `GET /user/deleteMessage` (A27). */
export const DeleteMessage = changingGet({
  name: 'DeleteMessage',
  path: '/user/deleteMessage',
  params: struct({
    /** Id of the message from `messages.list`. */
    mid: text(1, 64),
  }),
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/** Deletes all messages of a type and returns their number. `DELETE /user/batchDeleteMessage` (A28). */
export const ClearMessages = deleteCommand({
  name: 'ClearMessages',
  path: '/user/batchDeleteMessage',
  params: struct({
    /** One of `MESSAGE_TYPES`: 1 friends, 2 replies, 3 notices, 4 direct. */
    type: intText(MessageType),
  }),
  result: struct({
    /** Number of deleted messages. */
    count: bytes,
  }),
  refusals: [1001],
  access: 'user',
});
