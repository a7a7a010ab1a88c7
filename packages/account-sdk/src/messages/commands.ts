import { bytes, intBetween, intText, nothing, struct, text } from '@boxwood/command-bus/codecs';
import { changingGet, deleteCommand, readCommand } from '../define.ts';
import { MessagePage, MessageType, UnreadCount } from './model.ts';

/** How many messages wait. `GET /user/unreadMessage` (A24). */
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
    /** As `MESSAGE_TYPES`: 1 friends, 2 replies, 3 notices, 4 direct. */
    type: intText(MessageType),
    /** From 1 on. */
    pageNo: intText(intBetween(1, 100_000)),
    /** How many messages a page may hold. */
    pageSize: intText(intBetween(1, 100)),
  }),
  result: MessagePage,
  refusals: [1001],
  access: 'user',
});

/** Marks every message of a type read. `GET /user/modifyStateByType` (A26). */
export const MarkRead = changingGet({
  name: 'MarkRead',
  path: '/user/modifyStateByType',
  params: struct({
    /** As `MESSAGE_TYPES`: 1 friends, 2 replies, 3 notices, 4 direct. */
    type: intText(MessageType),
  }),
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/** Deletes one message of the caller; a message that is gone already is deleted. `GET /user/deleteMessage` (A27). */
export const DeleteMessage = changingGet({
  name: 'DeleteMessage',
  path: '/user/deleteMessage',
  params: struct({
    /** Of the message, as `messages.list` answers it. */
    mid: text(1, 64),
  }),
  result: nothing,
  refusals: [1001],
  access: 'user',
});

/** Deletes every message of a type and says how many there were. `DELETE /user/batchDeleteMessage` (A28). */
export const ClearMessages = deleteCommand({
  name: 'ClearMessages',
  path: '/user/batchDeleteMessage',
  params: struct({
    /** As `MESSAGE_TYPES`: 1 friends, 2 replies, 3 notices, 4 direct. */
    type: intText(MessageType),
  }),
  result: struct({
    /** How many were deleted. */
    count: bytes,
  }),
  refusals: [1001],
  access: 'user',
});
