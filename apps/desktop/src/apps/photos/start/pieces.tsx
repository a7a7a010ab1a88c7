import type { Album } from '@boxwood/domain';
import { FloatingButton, IconButton, IconMore, IconUpload, Menu } from '@boxwood/ui';
import { useAddPictures } from '../../../file-kit/pictures/use-add-pictures.tsx';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import { messages } from '../messages.ts';
import type { AlbumActs } from '../parts/use-album-acts.tsx';

/** Menu with the owner's actions for the open album. */
export const AlbumMenu = ({ albums, album }: { readonly albums: AlbumActs; readonly album: Album }) => {
  const a = useText(albumWords);
  return (
    <Menu
      trigger={<IconButton size="lg" label={a('menu')} tooltip={false} icon={<IconMore />} />}
      entries={albums.entriesOf(album)}
    />
  );
};

/** Uploads pictures of this phone into the user's folder. */
export const UploadHere = () => {
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
