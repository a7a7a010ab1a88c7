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
  {
    /** Names the message in other calls. */
    mid: essential(str),
    /** Plain text, which is no markup. */
    content: str,
    /** 1 read, anything else unread. */
    state: int,
    dateTime: epochSeconds,
    /** 1 friends, 2 replies, 3 notices, 4 direct; a later service knows more. */
    type: int,
    /** The box that it is about; empty: none. */
    boxName: str,
  },
  {
    /** The page that it was on. */
    pageNo: int,
    /** How many that page could hold. */
    pageSize: int,
  },
  'Message',
);
export type Message = TypeOf<typeof Message>;

/** One page of a list (FILES-66): `total` items, `pageSum` pages of `limit` items, `pageNow` counts from 1. */
export const MessagePage = struct(
  {
    /** Those of this page, the newest first. */
    datas: list(Message, 1000),
    /** How many there are on all pages. */
    total: bytes,
    /** How many pages there are. */
    pageSum: bytes,
    /** Which page this is, from 1 on. */
    pageNow: bytes,
    /** How many a page may hold. */
    limit: bytes,
  },
  {},
  'MessagePage',
);
export type MessagePage = TypeOf<typeof MessagePage>;

/** How many messages are unread, in all and by type. */
export const UnreadCount = struct(
  {
    /** Unread ones of every type. */
    total: bytes,
    /** The same by type; one without unread messages may be missing. */
    types: list(
      struct({
        /** As `MESSAGE_TYPES`. */
        type: int,
        /** Unread ones of that type. */
        count: bytes,
      }),
    ),
  },
  {},
  'UnreadCount',
);
export type UnreadCount = TypeOf<typeof UnreadCount>;
