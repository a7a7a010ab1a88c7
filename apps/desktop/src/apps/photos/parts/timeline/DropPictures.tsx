import { BOX_PATHS as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { type Album, PLACES, type WindowId } from '@boxwood/domain';
import { useCallback, useState } from 'react';
import { UserToken } from '../../../../composition/service-tokens.ts';
import { LazyUploadQuestion } from '../../../../kit/files/receive/LazyUploadQuestion.tsx';
import type { UploadQuestion } from '../../../../kit/files/receive/upload-question.ts';
import type { UploadTree } from '../../../../kit/files/receive/upload-tree.ts';
import { useFileDrop } from '../../../../kit/files/receive/use-file-drop.ts';
import { useUploadFiles } from '../../../../kit/files/receive/use-upload-files.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useText } from '../../../../platform/react/use-text.ts';
import { photoDropMessages } from '../../photo-drop-messages.ts';
import styles from '../../drop.module.css';

export interface DropPicturesProps {
  readonly window: WindowId;
  /** The album whose page is open. It asks for the target folder. */
  readonly album: Album | undefined;
  readonly onAlbumUpload: (album: Album, tree: UploadTree) => void;
}

/** Uploads pictures dropped from the computer onto the window, like the upload button (FILES-25). */
export const DropPictures = ({ window, album, onAlbumUpload }: DropPicturesProps) => {
  const t = useText(photoDropMessages);
  const user = useService(UserToken);
  const [question, setQuestion] = useState<UploadQuestion | null>(null);
  const uploadFiles = useUploadFiles(setQuestion);
  const isInWindow = useCallback(
    (target: Element) => target.closest<HTMLElement>('[data-window]')?.dataset['window'] === window,
    [window],
  );
  const uploadDropped = useCallback(
    (dropped: Promise<UploadTree>) => {
      void dropped.then((tree) => {
        if (album !== undefined) onAlbumUpload(album, tree);
        else uploadFiles({ place: PLACES.personal, path: `${userRoot(user)}/${PATHS.myImages}` }, tree, true);
      });
    },
    [album, onAlbumUpload, uploadFiles, user],
  );
  const isDragOver = useFileDrop(isInWindow, uploadDropped);
  return (
    <>
      {isDragOver ? (
        <div className={styles.here} role="status">
          <span>{album === undefined ? t('here') : t('album', { name: album.name })}</span>
        </div>
      ) : null}
      <LazyUploadQuestion question={question} setQuestion={setQuestion} />
    </>
  );
};
