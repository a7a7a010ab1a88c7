import type { Album } from '@boxwood/domain';
import { EmptyState, IconImages, IconUsers } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../../platform/react/use-text.ts';
import { albumMessages } from '../../album-messages.ts';
import styles from '../../photos.module.css';
import { PictureCard } from '../PictureCard.tsx';

/** All albums as cards with their cover. */
export const AlbumGrid = ({
  albums,
  me,
  onOpen,
  action,
}: {
  readonly albums: readonly Album[];
  readonly me: string;
  readonly onOpen: (album: Album) => void;
  /** Creates the first album. */
  readonly action: ReactNode;
}) => {
  const t = useText(albumMessages);
  if (albums.length === 0)
    return <EmptyState icon={<IconImages />} title={t('none')} text={t('noneText')} actions={action} />;
  return (
    <ul className={styles.albums} aria-label={t('list')}>
      {albums.map((album) => (
        <PictureCard
          key={album.id}
          cover={album.cover}
          name={album.name}
          badge={album.members.length > 0 ? <IconUsers aria-label={t('shared')} /> : null}
          note={`${t('count', { count: album.num })}${album.owner === me ? '' : ` · ${t('sharedBy', { owner: album.owner })}`}`}
          onOpen={() => {
            onOpen(album);
          }}
        />
      ))}
    </ul>
  );
};
