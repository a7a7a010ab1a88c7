import type { FileEntry } from '@boxwood/domain';
import { Facts } from '@boxwood/ui';
import { dateTime, formatSizeText } from '../../kit/app/format-units.ts';
import { fileMessages } from '../../kit/files/messages.ts';
import { useExif } from '../../kit/files/use-picture-facts.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';

const exposureText = (seconds: number): string =>
  seconds < 1 && seconds > 0 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)));

/** Details of the file and its EXIF data, shown as plain text. */
export const PhotoExifDetails = ({ photo }: { readonly photo: FileEntry }) => {
  const t = useText(messages);
  const w = useText(fileMessages);
  const exif = useExif(photo);
  const factIfKnown = (id: string, name: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [{ id, name, value }];
  const camera = [exif.make, exif.model].filter((part) => part !== undefined).join(' ');
  return (
    <aside className={styles.facts} data-theme="dark" aria-label={t('facts')}>
      <Facts
        facts={[
          { id: 'name', name: w('name'), value: photo.name },
          ...factIfKnown('size', w('size'), photo.size === 0 ? undefined : formatSizeText(photo.size)),
          ...factIfKnown('mtime', w('modified'), photo.mtime === 0 ? undefined : dateTime(photo.mtime)),
          ...factIfKnown('pixels', w('pixels'), exif.pixels),
          ...factIfKnown('taken', w('taken'), exif.taken),
          ...factIfKnown('camera', t('camera'), camera),
          ...factIfKnown(
            'exposure',
            t('exposure'),
            exif.exposure === undefined ? undefined : t('seconds', { time: exposureText(exif.exposure) }),
          ),
          ...factIfKnown('aperture', t('aperture'), exif.aperture === undefined ? undefined : `f/${exif.aperture}`),
          ...factIfKnown('iso', t('iso'), exif.iso === undefined ? undefined : `ISO ${exif.iso}`),
          ...factIfKnown('focal', t('focal'), exif.focal === undefined ? undefined : `${exif.focal} mm`),
          ...factIfKnown(
            'place',
            w('coordinates'),
            exif.latitude === undefined || exif.longitude === undefined
              ? undefined
              : `${exif.latitude.toFixed(5)}, ${exif.longitude.toFixed(5)}`,
          ),
        ]}
      />
    </aside>
  );
};
