import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, int, intBetween, list, str, struct, essential } from '@boxwood/command-bus/codecs';

/** Message types and tabs (MSG-03, G-45): 1 Friend Messages, 2 Replies, 3 System Notices, 4 Direct Messages. */
export const MESSAGE_TYPES = [1, 2, 3, 4] as const;
/** Request side. Replies carry any integer. */
export const MessageType = intBetween(1, 4);
export type MessageType = TypeOf<typeof MessageType>;

/** Messages of one page (MSG-02). */
export const MESSAGE_PAGE = 100;
/** Milliseconds between two polls (MSG-07). */
export const MESSAGE_POLL_MS = 60_000;

/** A message (MSG-01, SDK-E23). `state` 1 is read, anything else unread; `dateTime` in epoch seconds; `content` is plain text. */
export const Message = struct(
  { mid: essential(str), content: str, state: int, dateTime: epochSeconds, type: int, boxName: str },
  { pageNo: int, pageSize: int },
  'Message',
);
export type Message = TypeOf<typeof Message>;

/** One page of a list (FILES-66): `total` items, `pageSum` pages of `limit` items, `pageNow` counts from 1. */
export const MessagePage = struct(
  { datas: list(Message, 1000), total: bytes, pageSum: bytes, pageNow: bytes, limit: bytes },
  {},
  'MessagePage',
);
export type MessagePage = TypeOf<typeof MessagePage>;

/** How many messages are unread, in all and by type. */
export const UnreadCount = struct(
  { total: bytes, types: list(struct({ type: int, count: bytes })) },
  {},
  'UnreadCount',
);
export type UnreadCount = TypeOf<typeof UnreadCount>;
