import type { FileEntry } from '@boxwood/domain';
import { FileIcon, abortImageLoad, useImageRetry } from '@boxwood/ui';
import { useState } from 'react';
import { useFileAddresses } from './use-file-addresses.ts';
import { iconOf } from './file-kinds.ts';
import styles from './file-kit.module.css';

/** Whether the box has a thumbnail for the entry: pictures and videos with a hash (FILES-60). */
export const hasThumb = ({ type, md512kb }: Pick<FileEntry, 'type' | 'md512kb'>): boolean =>
  (type === 2 || type === 3) && md512kb !== '';

/** Largest display size in CSS px at which the smallest thumbnail is still sharp at 2x or 3x pixel density. */
const MAX_SMALL_THUMB_PX = 32;

/** The thumbnail of an entry. Shows the icon of its type while the thumbnail loads or when there is none. */
export const Thumb = ({ entry, size }: { readonly entry: FileEntry; readonly size: number }) => {
  const addresses = useFileAddresses();
  const [shown, setShown] = useState<string | null>(null);
  const src = hasThumb(entry) ? addresses.thumb(entry.md512kb, size > MAX_SMALL_THUMB_PX ? 256 : 64) : null;
  const isLarge = size > 48;
  const [isBroken, onError] = useImageRetry(src);
  const isShown = shown === src;
  if (src === null || isBroken) return <FileIcon kind={iconOf(entry)} name={entry.name} size={size} />;
  return (
    <span className={styles.thumb} data-size={isLarge ? 'large' : 'small'}>
      {isShown ? null : <FileIcon kind={iconOf(entry)} name={entry.name} size={size} />}
      <img
        ref={abortImageLoad}
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        {...(isLarge ? {} : { width: size, height: size })}
        data-shown={isShown ? '' : undefined}
        onLoad={() => {
          setShown(src);
        }}
        onError={onError}
      />
      {entry.type === 2 && isShown && isLarge ? <span className={styles.film} aria-hidden="true" /> : null}
    </span>
  );
};
