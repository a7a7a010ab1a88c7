import type { Album, TimelinePhoto } from '@boxwood/domain';
import { type ReactNode, useState } from 'react';
import { part } from '../../app-kit/part.tsx';

/** Until somebody deletes in an album, its question is not fetched. */
const RemovalDialog = part(async () => (await import('./RemovalDialog.tsx')).RemovalDialog);

type Going = Pick<TimelinePhoto, 'id' | 'path'>;

interface Removal<P extends Going> {
  /** The album in which they are looked at; none where it is no album, null where it is not known yet. */
  readonly album: Album | null | undefined;
  /** Takes them out of that album. */
  readonly onDrop: (which: readonly P[]) => void;
  /** Moves them into the recycle bin. */
  readonly onDelete: (which: readonly P[]) => void;
}

/**
 * What Delete means of pictures: the recycle bin, and in an album a question, for whoever deletes there mostly means the album. The second is that
 * question, and has to stand on the page.
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
