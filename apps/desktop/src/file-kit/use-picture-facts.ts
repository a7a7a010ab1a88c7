import { type FileEntry, mapRight } from '@boxwood/domain';
import { openingOf } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import type { Fact } from '@boxwood/ui';
import { useCallback } from 'react';
import { of } from 'rxjs';
import { useQuery } from '../react/use-query.ts';
import { useText } from '../react/use-text.ts';
import { EXIF_BYTES, type ExifFacts, exifOf } from './exif.ts';
import { useFileReading } from './use-file-reading.ts';
import { fileWords } from './messages.ts';
import { pictureSize } from './picture-size.ts';

interface PictureFacts extends ExifFacts {
  /** `1600 × 1067` after EXIF rotation; empty when unknown. */
  readonly pixels: string;
}

const NONE: PictureFacts = { pixels: '' };

const factsIn = (bytes: Uint8Array): PictureFacts => {
  const exif = exifOf(bytes);
  const size = pictureSize(bytes);
  if (size === null) return { ...exif, pixels: '' };
  return { ...exif, pixels: (exif.turned === true ? size.toReversed() : size).join(' × ') };
};

/** EXIF data and size from the first bytes of a picture. Nothing is read for other files. */
export const useExif = (entry: Pick<FileEntry, 'name' | 'type' | 'path'> & Partial<FileEntry>): PictureFacts => {
  const reading = useFileReading();
  const { path } = entry;
  const isPicture = openingOf({ name: entry.name, type: entry.type, size: entry.size ?? 0 }) === 'photo';
  const [known] = useQuery(
    useCallback(
      () => (isPicture ? reading.head(path, EXIF_BYTES).pipe(mapRight(factsIn)) : of(right(NONE))),
      [reading, path, isPicture],
    ),
  );
  return known.at === 'ready' ? known.value : NONE;
};

/** Size in pixels, capture time and coordinates of a picture, without those that are unknown. */
export const usePictureFacts = (entry: Parameters<typeof useExif>[0]): readonly Fact[] => {
  const w = useText(fileWords);
  const { pixels, taken = '', latitude, longitude } = useExif(entry);
  const place =
    latitude === undefined || longitude === undefined ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return [
    { id: 'pixels', name: w('pixels'), value: pixels },
    { id: 'taken', name: w('taken'), value: taken },
    { id: 'coordinates', name: w('coordinates'), value: place },
  ].filter(({ value }) => value !== '');
};
