import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, diskText, essential, flag, struct } from '@boxwood/command-bus/codecs';

/** Most favourites of one person. */
export const MAX_FAVOURITES = 100;

/**
 * A file or a folder that somebody keeps at hand. It follows what it was put on when that is renamed or moved. `gone` 1: it is not there, or not
 * theirs to see, now; `path` is then where it was seen last.
 */
export const Favourite = struct(
  {
    /** To remove it by. */
    id: essential(bytes),
    /** Where it is now. */
    path: essential(diskText),
    /** 1 for a folder. */
    folder: flag,
    /** 1: nothing is there any more. */
    gone: flag,
  },
  {},
  'Favourite',
);
export type Favourite = TypeOf<typeof Favourite>;
