/** Limits that requests of many areas share. Replies are open and do not use them. */
import { bytes, diskText, intBetween, text, where } from '@boxwood/command-bus/codecs';

/** A user id. */
export const UserId = text(1, 64);
/** An id that a service gave. */
export const EntryId = text(1, 128);
/** An id that a service gave, or the empty text for something new. */
export const NewOrId = text(0, 128);
/** A name that somebody typed: 1 to 255 code units; the rules of a single screen are in `@boxwood/box-sdk/rules`. */
export const TypedName = text(1, 255);
/** A name that a listing gave: 1 to 255 code units, as {@link diskText}. */
export const ListedName = where('name 1..255', diskText, (name) => name.length >= 1 && name.length <= 255);
/** The number of items to leave out. */
export const Offset = bytes;
/** How many items a page may hold. */
export const PageSize = intBetween(1, 1000);
/** A search text. */
export const Keyword = text(1, 128);
