import type { Album } from '@boxwood/domain';
import { ConfirmDialog } from '@boxwood/ui';
import { common } from '../../../app-kit/messages.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';

export interface RemoveAlbumProps {
  readonly album: Album;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before deleting an album; its pictures are not deleted. */
export const RemoveAlbumDialog = ({ album, onConfirm, onClose }: RemoveAlbumProps) => {
  const t = useText(albumWords);
  const c = useText(common);
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
