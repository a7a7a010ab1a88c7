import type { Album } from '@boxwood/domain';
import { ConfirmDialog } from '@boxwood/ui';
import { commonMessages } from '../../../../kit/app/messages.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { albumMessages } from '../../album-messages.ts';

export interface RemoveAlbumProps {
  readonly album: Album;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before deleting an album; its pictures are not deleted. */
export const RemoveAlbumDialog = ({ album, onConfirm, onClose }: RemoveAlbumProps) => {
  const t = useText(albumMessages);
  const c = useText(commonMessages);
  return (
    <ConfirmDialog
      open
      danger
      title={t('removeTitle', { name: album.name })}
      message={t('removeText')}
      confirmLabel={t('remove')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
};
