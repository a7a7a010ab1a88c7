import type { Album } from '@boxwood/domain';
import { FloatingButton, IconButton, IconMore, IconUpload, Menu } from '@boxwood/ui';
import { useAddPictures } from '../../../kit/files/pictures/use-add-pictures.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { albumMessages } from '../album-messages.ts';
import { messages } from '../messages.ts';
import type { AlbumActions } from '../parts/albums/use-album-actions.tsx';

/** Menu with the owner's actions for the open album. */
export const AlbumMenu = ({ albumActions, album }: { readonly albumActions: AlbumActions; readonly album: Album }) => {
  const a = useText(albumMessages);
  return (
    <Menu
      trigger={<IconButton size="lg" label={a('menu')} tooltip={false} icon={<IconMore />} />}
      entries={albumActions.menuEntriesOf(album)}
    />
  );
};

/** Uploads pictures of this phone into the user's folder. */
export const FloatingUploadButton = () => {
  const t = useText(messages);
  const [choose, parts] = useAddPictures();
  return (
    <>
      <FloatingButton icon={<IconUpload />} onClick={choose}>
        {t('upload')}
      </FloatingButton>
      {parts}
    </>
  );
};
