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

/** What the window takes beside the presses on it: keys, and what is dropped. An album of somebody else takes nothing. */
export const Behind = ({ window, album, acts }: BehindProps) => (
  <>
    {album === undefined || album.owner === acts.me ? (
      <DropPictures window={window} album={album} onAlbum={acts.upload} />
    ) : null}
    <PhotoUndoKeys window={window} />
  </>
);
