/** Limits shared by the requests of many areas. Replies are open and do not use them. */
import { bytes, diskText, intBetween, text, where } from '@boxwood/command-bus/codecs';

/** A user id. */
export const UserId = text(1, 64);
/** An id assigned by a service. */
export const EntryId = text(1, 128);
/** An id assigned by a service, or the empty text for a new item. */
export const NewOrId = text(0, 128);
/** A name typed by a user: 1 to 255 code units. The rules of each screen are in `@boxwood/box-sdk/rules`. */
export const TypedName = text(1, 255);
/** A name from a listing: 1 to 255 code units, as {@link diskText}. */
export const ListedName = where('name 1..255', diskText, (name) => name.length >= 1 && name.length <= 255);
/** The number of items to skip. */
export const Offset = bytes;
/** The number of items on a page. */
export const PageSize = intBetween(1, 1000);
/** A search text. */
export const Keyword = text(1, 128);
