import type { Album, WindowId } from '@boxwood/domain';
import type { UploadTree } from '../../../kit/files/receive/upload-tree.ts';
import { PhotoUndoKeys } from '../../../kit/files/pictures/PhotoUndoKeys.tsx';
import { DropPictures } from './timeline/DropPictures.tsx';

export interface PhotosWindowInputProps {
  readonly window: WindowId;
  /** The album whose page is open. */
  readonly album: Album | undefined;
  readonly albumActions: { readonly me: string; readonly upload: (album: Album, tree: UploadTree) => void };
}

/**
 * Input of the Photos window apart from presses: undo keys and dropped files. Albums of other users accept no files.
 */
export const PhotosWindowInput = ({ window, album, albumActions }: PhotosWindowInputProps) => (
  <>
    {album === undefined || album.owner === albumActions.me ? (
      <DropPictures window={window} album={album} onAlbumUpload={albumActions.upload} />
    ) : null}
    <PhotoUndoKeys window={window} />
  </>
);
