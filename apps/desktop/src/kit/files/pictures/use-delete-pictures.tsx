import type { Album, TimelinePhoto } from '@boxwood/domain';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../app/lazy-parts/lazy-component.tsx';

/** Loaded on the first deletion in an album. */
const RemovalDialog = lazyComponent(async () => (await import('./RemoveFromAlbumDialog.tsx')).RemoveFromAlbumDialog);

type DeletablePicture = Pick<TimelinePhoto, 'id' | 'path'>;

interface DeletePicturesOptions<P extends DeletablePicture> {
  /** The album that is shown; undefined outside an album, null while it loads. */
  readonly album: Album | null | undefined;
  /** Removes the pictures from that album. */
  readonly onRemove: (which: readonly P[]) => void;
  /** Moves the pictures to the recycle bin. */
  readonly onDelete: (which: readonly P[]) => void;
}

/**
 * Delete for pictures: moves them to the recycle bin, but asks first inside an album, where users often mean "remove
 * from album".
 * @returns the delete function, and the dialog that the caller must render
 */
export const useDeletePictures = <P extends DeletablePicture>({
  album,
  onRemove,
  onDelete,
}: DeletePicturesOptions<P>): readonly [remove: (which: readonly P[]) => void, question: ReactNode] => {
  const [pending, setPending] = useState<readonly P[]>([]);
  const runAndClose = (action: (which: readonly P[]) => void) => () => {
    setPending([]);
    action(pending);
  };
  return [
    album === undefined ? onDelete : setPending,
    album === undefined || album === null || pending.length === 0 ? null : (
      <RemovalDialog
        album={album}
        paths={pending.map(({ path }) => path)}
        onRemove={runAndClose(onRemove)}
        onDelete={runAndClose(onDelete)}
        onClose={() => {
          setPending([]);
        }}
      />
    ),
  ];
};
