import type { Album, WindowId } from '@boxwood/domain';
import type { Tree } from '../../../file-kit/receive/tree.ts';
import { PhotoUndoKeys } from '../../../file-kit/pictures/PhotoUndoKeys.tsx';
import { DropPictures } from './DropPictures.tsx';

export interface BehindProps {
  readonly window: WindowId;
  /** The album whose page is open. */
  readonly album: Album | undefined;
  readonly acts: { readonly me: string; readonly upload: (album: Album, tree: Tree) => void };
}

/**
 * Input of the Photos window apart from presses: undo keys and dropped files. Albums of other users accept no files.
 */
export const Behind = ({ window, album, acts }: BehindProps) => (
  <>
    {album === undefined || album.owner === acts.me ? (
      <DropPictures window={window} album={album} onAlbum={acts.upload} />
    ) : null}
    <PhotoUndoKeys window={window} />
  </>
);
