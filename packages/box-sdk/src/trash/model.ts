import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, int, str, struct, diskText, essential } from '@boxwood/command-bus/codecs';

/**
 * Something in the recycle bin: `id` to restore it by, `n` name, `t` type code, `s` size (bytes), `m` modified (s), `d` deleted
 * (s), `p` the folder it was in (G-54).
 */
export const TrashItem = struct(
  {
    /** To restore it by. */
    id: essential(str),
    /** Name. */
    n: diskText,
    /** File type code. */
    t: int,
    /** Size in bytes. */
    s: bytes,
    /** Last modified, epoch seconds. */
    m: epochSeconds,
    /** Deleted, epoch seconds. */
    d: epochSeconds,
    /** The folder it was in. */
    p: diskText,
  },
  {
    /** What it is sorted by; only the box reads it again. */
    k: str,
  },
  'TrashItem',
);
export type TrashItem = TypeOf<typeof TrashItem>;

/** What went wrong with one of many items. */
export const FailedItem = struct(
  {
    /** As it was asked for. */
    id: essential(str),
    /** Why, as a generic code (`GEN`). */
    error: int,
  },
  {},
  'FailedItem',
);
export type FailedItem = TypeOf<typeof FailedItem>;
