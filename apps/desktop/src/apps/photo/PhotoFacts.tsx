import type { FileEntry } from '@boxwood/domain';
import { Facts } from '@boxwood/ui';
import { dateTime, size } from '../../app-kit/format.ts';
import { fileWords } from '../../file-kit/messages.ts';
import { useExif } from '../../file-kit/use-picture-facts.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';

const exposureText = (seconds: number): string =>
  seconds < 1 && seconds > 0 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)));

/** Details of the file and its EXIF data, shown as plain text. */
export const PhotoFacts = ({ photo }: { readonly photo: FileEntry }) => {
  const t = useText(messages);
  const w = useText(fileWords);
  const known = useExif(photo);
  const fact = (id: string, name: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [{ id, name, value }];
  const camera = [known.make, known.model].filter((part) => part !== undefined).join(' ');
  return (
    <aside className={styles.facts} data-theme="dark" aria-label={t('facts')}>
      <Facts
        facts={[
          { id: 'name', name: w('name'), value: photo.name },
          ...fact('size', w('size'), photo.size === 0 ? undefined : size(photo.size)),
          ...fact('mtime', w('modified'), photo.mtime === 0 ? undefined : dateTime(photo.mtime)),
          ...fact('pixels', w('pixels'), known.pixels),
          ...fact('taken', w('taken'), known.taken),
          ...fact('camera', t('camera'), camera),
          ...fact(
            'exposure',
            t('exposure'),
            known.exposure === undefined ? undefined : t('seconds', { time: exposureText(known.exposure) }),
          ),
          ...fact('aperture', t('aperture'), known.aperture === undefined ? undefined : `f/${known.aperture}`),
          ...fact('iso', t('iso'), known.iso === undefined ? undefined : `ISO ${known.iso}`),
          ...fact('focal', t('focal'), known.focal === undefined ? undefined : `${known.focal} mm`),
          ...fact(
            'place',
            w('coordinates'),
            known.latitude === undefined || known.longitude === undefined
              ? undefined
              : `${known.latitude.toFixed(5)}, ${known.longitude.toFixed(5)}`,
          ),
        ]}
      />
    </aside>
  );
};
