import type { Album } from '@boxwood/domain';
import { Button, Dialog } from '@boxwood/ui';
import { useRef } from 'react';
import { common } from '../../app-kit/messages.ts';
import { UserToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { removalWords } from './removal-words.ts';

interface RemovalDialogProps {
  readonly album: Album;
  /** Paths of the selected pictures. */
  readonly paths: readonly string[];
  readonly onDrop: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/**
 * Asks whether pictures of an album are removed from the album or deleted everywhere. Pictures that the album shows
 * because of a watched folder cannot be removed from it alone; the dialog says so.
 */
export const RemovalDialog = ({ album, paths, onDrop, onDelete, onClose }: RemovalDialogProps) => {
  const t = useText(removalWords);
  const c = useText(common);
  const isMine = album.owner === useService(UserToken);
  const { name, owner } = album;
  const count = paths.length;
  const bound = paths.filter((path) =>
    album.watchpath_list.some((folder) => path.startsWith(`${folder.path}/`)),
  ).length;
  const mayDrop = isMine && bound < count;
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      open
      width={440}
      title={t(mayDrop ? 'title' : 'deleteTitle', { name, count })}
      description={
        mayDrop ? t('text') : `${isMine ? t('bound', { name }) : t('notYours', { name, owner })} ${t('deleteText')}`
      }
      closeLabel={c('close')}
      // Enter must not delete: the default button removes from the album or cancels.
      initialFocus={first}
      onClose={onClose}
      footer={
        <>
          <Button ref={mayDrop ? null : first} onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="danger" onClick={onDelete}>
            {t('delete')}
          </Button>
          {mayDrop ? (
            <Button ref={first} variant="primary" onClick={onDrop}>
              {t('remove')}
            </Button>
          ) : null}
        </>
      }
    >
      {mayDrop && bound > 0 ? t('some', { count: bound }) : null}
    </Dialog>
  );
};
