import type { TypeOf } from '@boxwood/command-bus/codecs';
import { diskText, essential, flag, list, str, struct, text } from '@boxwood/command-bus/codecs';

/** Maximum number of folders one call may watch, above the number of windows anyone has open. */
export const MAX_WATCHED_FOLDERS = 64;

/** Longest wait of one call in seconds, because proxies close connections that are idle for a minute. */
export const MAX_WAIT_S = 50;

/** Position in the stream of changes, opaque to the client. The empty cursor means now. */
export const ChangeCursor = text(0, 64);

/**
 * Changes since a cursor: the watched folders in which an entry was created, deleted or written, as requested, and the
 * areas (open: newer boxes may send more than {@link CHANGE_AREAS}). `everything` 1: the cursor is too old or comes
 * from an earlier run of the box, so anything may have changed. `cursor` is the position for the next call.
 */
export const ChangeSet = struct(
  {
    /** Cursor for the next call. */
    cursor: essential(str),
    /** Watched folders that changed, as requested. */
    folders: list(diskText, MAX_WATCHED_FOLDERS),
    /** Areas of `CHANGE_AREAS`; newer boxes may send others. */
    areas: list(str, 100),
    /** 1: the box no longer has these changes; reload everything that is watched. */
    everything: flag,
  },
  {},
  'Changes',
);
export type ChangeSet = TypeOf<typeof ChangeSet>;
