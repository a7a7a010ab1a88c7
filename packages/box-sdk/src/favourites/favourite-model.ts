import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, diskText, essential, flag, struct } from '@boxwood/command-bus/codecs';

/** Maximum number of favourites per user. */
export const MAX_FAVOURITES = 100;

/**
 * A file or folder that the user marked as a favourite. It follows the entry when that is renamed or moved. `gone` 1:
 * the entry is currently missing or not readable for the user; `path` is then its last known path.
 */
export const Favourite = struct(
  {
    /** Id for removal. */
    id: essential(bytes),
    /** Current path. */
    path: essential(diskText),
    /** 1 for a folder. */
    folder: flag,
    /** 1: the entry is missing or not readable. */
    gone: flag,
  },
  {},
  'Favourite',
);
export type Favourite = TypeOf<typeof Favourite>;
