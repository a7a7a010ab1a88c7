import type { FileEntry } from '@boxwood/domain';
import { useEffect, useRef } from 'react';
import { Thumb } from '../../kit/files/Thumb.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';

/** Number of thumbnails on each side of the current photo; the window moves with it. */
const MAX_STRIP_NEIGHBOURS = 40;

interface PhotoStripProps {
  readonly photos: readonly FileEntry[];
  readonly index: number;
  readonly onSelect: (index: number) => void;
}

/** A row of thumbnails of the folder under the current photo. */
export const PhotoStrip = ({ photos, index, onSelect }: PhotoStripProps) => {
  const t = useText(messages);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [index]);
  const from = Math.max(0, index - MAX_STRIP_NEIGHBOURS);
  return (
    <nav className={styles.strip} aria-label={t('strip')}>
      {photos.slice(from, index + MAX_STRIP_NEIGHBOURS + 1).map((photo, n) => {
        const at = from + n;
        return (
          <button
            key={photo.path}
            ref={at === index ? current : null}
            type="button"
            className={styles.thumb}
            aria-label={photo.name}
            aria-current={at === index ? 'true' : undefined}
            onClick={() => {
              onSelect(at);
            }}
          >
            <Thumb entry={photo} size={40} />
          </button>
        );
      })}
    </nav>
  );
};
