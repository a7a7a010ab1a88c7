import type { Album, TimelinePhoto } from '@boxwood/domain';
import { type ReactNode, useState } from 'react';
import { part } from '../../app-kit/part.tsx';

/** Loaded on the first deletion in an album. */
const RemovalDialog = part(async () => (await import('./RemovalDialog.tsx')).RemovalDialog);

type Going = Pick<TimelinePhoto, 'id' | 'path'>;

interface Removal<P extends Going> {
  /** The album that is shown; undefined outside an album, null while it loads. */
  readonly album: Album | null | undefined;
  /** Removes the pictures from that album. */
  readonly onDrop: (which: readonly P[]) => void;
  /** Moves the pictures to the recycle bin. */
  readonly onDelete: (which: readonly P[]) => void;
}

/**
 * Delete for pictures: moves them to the recycle bin, but asks first inside an album, where users often mean "remove
 * from album".
 * @returns the delete function, and the dialog that the caller must render
 */
export const useRemoval = <P extends Going>({
  album,
  onDrop,
  onDelete,
}: Removal<P>): readonly [remove: (which: readonly P[]) => void, question: ReactNode] => {
  const [asked, ask] = useState<readonly P[]>([]);
  const answered = (act: (which: readonly P[]) => void) => () => {
    ask([]);
    act(asked);
  };
  return [
    album === undefined ? onDelete : ask,
    album === undefined || album === null || asked.length === 0 ? null : (
      <RemovalDialog
        album={album}
        paths={asked.map(({ path }) => path)}
        onDrop={answered(onDrop)}
        onDelete={answered(onDelete)}
        onClose={() => {
          ask([]);
        }}
      />
    ),
  ];
};
