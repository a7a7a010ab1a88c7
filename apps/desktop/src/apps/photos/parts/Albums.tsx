import type { Album } from '@boxwood/domain';
import { EmptyState, IconImages, IconUsers } from '@boxwood/ui';
import { type ReactNode, useState } from 'react';
import { useAddresses } from '../../../file-kit/addresses.ts';
import { useText } from '../../../react/use-text.ts';
import { albumWords } from '../album-words.ts';
import styles from '../photos.module.css';

/** Every album as a card with its cover. */
export const Albums = ({
  albums,
  me,
  onOpen,
  action,
}: {
  readonly albums: readonly Album[];
  readonly me: string;
  readonly onOpen: (album: Album) => void;
  /** What makes the first one. */
  readonly action: ReactNode;
}) => {
  const t = useText(albumWords);
  if (albums.length === 0)
    return <EmptyState icon={<IconImages />} title={t('none')} text={t('noneText')} actions={action} />;
  return (
    <ul className={styles.albums} aria-label={t('list')}>
      {albums.map((album) => (
        <li key={album.id}>
          <button
            type="button"
            className={styles.album}
            onClick={() => {
              onOpen(album);
            }}
          >
            <Cover hash={album.cover} />
            <span className={styles.albumName}>
              {album.name}
              {album.members.length > 0 ? <IconUsers aria-label={t('shared')} /> : null}
            </span>
            <span className={styles.albumCount}>
              {t('count', { count: album.num })}
              {album.owner === me ? null : ` · ${t('sharedBy', { owner: album.owner })}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};

const Cover = ({ hash }: { readonly hash: string }) => {
  const addresses = useAddresses();
  const [broken, setBroken] = useState<string | null>(null);
  const src = hash === '' ? null : addresses.thumb(hash, 512);
  return (
    <span className={styles.cover}>
      {src === null || src === broken ? (
        <IconImages aria-hidden="true" />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            setBroken(src);
          }}
        />
      )}
    </span>
  );
};
