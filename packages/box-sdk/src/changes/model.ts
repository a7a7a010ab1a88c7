import type { TypeOf } from '@boxwood/command-bus/codecs';
import { diskText, essential, flag, list, str, struct, text } from '@boxwood/command-bus/codecs';

/** Most folders one call may watch: more windows than anybody has open. */
export const MAX_WATCHED = 64;

/** Seconds one call may wait. Proxies end what is silent for a minute. */
export const MAX_WAIT = 50;

/** Where a caller is in the stream of changes. Only the box reads it again; the empty one means now. */
export const ChangeCursor = text(0, 64);

/**
 * What changed since a cursor: those of the watched folders in which something came, went or was written, as they were asked for, and the
 * areas (open: a later box knows more than {@link CHANGE_AREAS}). `everything` 1: the cursor is older than what the box remembers, or of
 * another run of it, and anything may have changed. `cursor` is where to go on.
 */
export const Changes = struct(
  {
    /** Where to go on: what the next call is given. */
    cursor: essential(str),
    /** Those of the watched ones where something changed, as they were asked for. */
    folders: list(diskText, MAX_WATCHED),
    /** As `CHANGE_AREAS`; a later box knows more. */
    areas: list(str, 100),
    /** 1: the box does not remember that far; look again at all that is watched. */
    everything: flag,
  },
  {},
  'Changes',
);
export type Changes = TypeOf<typeof Changes>;
