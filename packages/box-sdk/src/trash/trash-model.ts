import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, int, str, struct, diskText, essential } from '@boxwood/command-bus/codecs';

/**
 * An item in the recycle bin: `id` to restore it, `n` name, `t` type code, `s` size (bytes), `m` modified (s), `d`
 * deleted (s), `p` its original folder (G-54).
 */
export const TrashItem = struct(
  {
    /** Id for restoring it. */
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
    /** Its original folder. */
    p: diskText,
  },
  {
    /** Sort key; clients send it back unchanged. */
    k: str,
  },
  'TrashItem',
);
export type TrashItem = TypeOf<typeof TrashItem>;

/** Failure of one of many items. */
export const FailedItem = struct(
  {
    /** As in the request. */
    id: essential(str),
    /** Reason, as a generic code (`GEN`). */
    error: int,
  },
  {},
  'FailedItem',
);
export type FailedItem = TypeOf<typeof FailedItem>;
