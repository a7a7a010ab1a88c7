import type { Album } from '@boxwood/domain';
import { Button, Dialog } from '@boxwood/ui';
import { useRef } from 'react';
import { commonMessages } from '../../app/messages.ts';
import { UserToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { removalMessages } from './removal-messages.ts';

interface RemoveFromAlbumDialogProps {
  readonly album: Album;
  /** Paths of the selected pictures. */
  readonly paths: readonly string[];
  readonly onRemove: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/**
 * Asks whether pictures of an album are removed from the album or deleted everywhere. Pictures that the album shows
 * because of a watched folder cannot be removed from it alone; the dialog says so.
 */
export const RemoveFromAlbumDialog = ({ album, paths, onRemove, onDelete, onClose }: RemoveFromAlbumDialogProps) => {
  const t = useText(removalMessages);
  const c = useText(commonMessages);
  const isMine = album.owner === useService(UserToken);
  const { name, owner } = album;
  const count = paths.length;
  const watchedCount = paths.filter((path) =>
    album.watchpath_list.some((folder) => path.startsWith(`${folder.path}/`)),
  ).length;
  const canRemove = isMine && watchedCount < count;
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      open
      width={440}
      title={t(canRemove ? 'title' : 'deleteTitle', { name, count })}
      description={
        canRemove ? t('text') : `${isMine ? t('bound', { name }) : t('notYours', { name, owner })} ${t('deleteText')}`
      }
      closeLabel={c('close')}
      // Enter must not delete: the default button removes from the album or cancels.
      initialFocus={first}
      onClose={onClose}
      footer={
        <>
          <Button ref={canRemove ? null : first} onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="danger" onClick={onDelete}>
            {t('delete')}
          </Button>
          {canRemove ? (
            <Button ref={first} variant="primary" onClick={onRemove}>
              {t('remove')}
            </Button>
          ) : null}
        </>
      }
    >
      {canRemove && watchedCount > 0 ? t('some', { count: watchedCount }) : null}
    </Dialog>
  );
};
