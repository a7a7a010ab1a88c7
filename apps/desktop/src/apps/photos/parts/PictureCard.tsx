import { IconImages, abortImageLoad, useImageRetry } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { useFileAddresses } from '../../../kit/files/use-file-addresses.ts';
import styles from '../photos.module.css';

/** A list entry for a group of pictures, with a cover. */
export const PictureCard = ({
  cover,
  name,
  badge = null,
  note,
  onOpen,
}: {
  /** The `md512kb` of a picture, or empty. */
  readonly cover: string;
  readonly name: string;
  readonly badge?: ReactNode;
  readonly note: string;
  readonly onOpen: () => void;
}) => (
  <li>
    <button type="button" className={styles.album} onClick={onOpen}>
      <Cover hash={cover} />
      <span className={styles.albumName}>
        {name}
        {badge}
      </span>
      <span className={styles.albumCount}>{note}</span>
    </button>
  </li>
);

/** A square picture, or an icon if there is none. */
export const Cover = ({ hash }: { readonly hash: string }) => {
  const addresses = useFileAddresses();
  const src = hash === '' ? null : addresses.thumb(hash, 512);
  const [isBroken, onError] = useImageRetry(src);
  return (
    <span className={styles.cover}>
      {src === null || isBroken ? (
        <IconImages aria-hidden="true" />
      ) : (
        <img
          ref={abortImageLoad}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={onError}
        />
      )}
    </span>
  );
};
