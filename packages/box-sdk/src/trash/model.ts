import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, int, str, struct, diskText, essential } from '@boxwood/command-bus/codecs';

/**
 * Something in the recycle bin: `id` to restore it by, `n` name, `t` type code, `s` size (bytes), `m` modified (s), `d` deleted
 * (s), `p` the folder it was in (G-54).
 */
export const TrashItem = struct(
  { id: essential(str), n: diskText, t: int, s: bytes, m: epochSeconds, d: epochSeconds, p: diskText },
  { k: str },
  'TrashItem',
);
export type TrashItem = TypeOf<typeof TrashItem>;

/** What went wrong with one of many items. */
export const FailedItem = struct({ id: essential(str), error: int }, {}, 'FailedItem');
export type FailedItem = TypeOf<typeof FailedItem>;
