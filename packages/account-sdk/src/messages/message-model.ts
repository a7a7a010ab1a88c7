import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, int, intBetween, list, str, struct, essential } from '@boxwood/command-bus/codecs';

/** Message types and tabs (MSG-03, G-45): 1 Friend Messages, 2 Replies, 3 System Notices, 4 Direct Messages. */
export const MESSAGE_TYPES = [1, 2, 3, 4] as const;
/** Type in requests; replies may have any integer. */
export const MessageType = intBetween(1, 4);
export type MessageType = TypeOf<typeof MessageType>;

/** Number of messages per page (MSG-02). */
export const MESSAGE_PAGE_SIZE = 100;
/** Milliseconds between two polls (MSG-07). */
export const MESSAGE_POLL_MS = 60_000;

/** A message (MSG-01, SDK-E23). `state` 1 is read, anything else unread; `dateTime` in epoch seconds; `content` is plain text. */
export const AccountMessage = struct(
  {
    /** Id of the message, used in other calls. */
    mid: essential(str),
    /** Plain text, not markup. */
    content: str,
    /** 1 read, anything else unread. */
    state: int,
    dateTime: epochSeconds,
    /** 1 friends, 2 replies, 3 notices, 4 direct; newer services may send others. */
    type: int,
    /** Box the message refers to; empty: none. */
    boxName: str,
  },
  {
    /** Page number of the message. */
    pageNo: int,
    /** Page size. */
    pageSize: int,
  },
  'Message',
);
export type AccountMessage = TypeOf<typeof AccountMessage>;

/** One page of a list (FILES-66): `total` items, `pageSum` pages of `limit` items, `pageNow` counts from 1. */
export const MessagePage = struct(
  {
    /** Messages on this page, newest first. */
    datas: list(AccountMessage, 1000),
    /** Number of entries on all pages. */
    total: bytes,
    /** Number of pages. */
    pageSum: bytes,
    /** Number of this page, from 1. */
    pageNow: bytes,
    /** Page size. */
    limit: bytes,
  },
  {},
  'MessagePage',
);
export type MessagePage = TypeOf<typeof MessagePage>;

/** Number of unread messages, in total and by type. */
export const UnreadCount = struct(
  {
    /** Unread messages of all types. */
    total: bytes,
    /** Unread messages by type; types without any may be missing. */
    types: list(
      struct({
        /** One of `MESSAGE_TYPES`. */
        type: int,
        /** Unread messages of that type. */
        count: bytes,
      }),
    ),
  },
  {},
  'UnreadCount',
);
export type UnreadCount = TypeOf<typeof UnreadCount>;
