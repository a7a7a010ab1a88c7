import { PLACES as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { type Album, PLACES, type WindowId } from '@boxwood/domain';
import { useCallback, useState } from 'react';
import { UserToken } from '../../../composition/tokens.ts';
import { LateReceive } from '../../../file-kit/receive/LateReceive.tsx';
import type { ReceiveQuestion } from '../../../file-kit/receive/question.ts';
import type { Tree } from '../../../file-kit/receive/tree.ts';
import { useFileDrop } from '../../../file-kit/receive/use-file-drop.ts';
import { useReceive } from '../../../file-kit/receive/use-receive.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { dropWords } from '../drop-words.ts';
import styles from '../drop.module.css';

export interface DropPicturesProps {
  readonly window: WindowId;
  /** The album whose page is open. It asks for the target folder. */
  readonly album: Album | undefined;
  readonly onAlbum: (album: Album, tree: Tree) => void;
}

/** Uploads pictures dropped from the computer onto the window, like the upload button (FILES-25). */
export const DropPictures = ({ window, album, onAlbum }: DropPicturesProps) => {
  const t = useText(dropWords);
  const user = useService(UserToken);
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const receive = useReceive(ask);
  const isHere = useCallback(
    (target: Element) => target.closest<HTMLElement>('[data-window]')?.dataset['window'] === window,
    [window],
  );
  const take = useCallback(
    (dropped: Promise<Tree>) => {
      void dropped.then((tree) => {
        if (album !== undefined) onAlbum(album, tree);
        else receive({ place: PLACES.personal, path: `${userRoot(user)}/${PATHS.myImages}` }, tree, true);
      });
    },
    [album, onAlbum, receive, user],
  );
  const over = useFileDrop(isHere, take);
  return (
    <>
      {over ? (
        <div className={styles.here} role="status">
          <span>{album === undefined ? t('here') : t('album', { name: album.name })}</span>
        </div>
      ) : null}
      <LateReceive question={question} ask={ask} />
    </>
  );
};
