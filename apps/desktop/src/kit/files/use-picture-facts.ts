import { type FileEntry, mapRight } from '@boxwood/domain';
import { openActionFor } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import type { Fact } from '@boxwood/ui';
import { useCallback } from 'react';
import { of } from 'rxjs';
import { useQuery } from '../../platform/react/use-query.ts';
import { useText } from '../../platform/react/use-text.ts';
import { EXIF_BYTES, type ExifData, readExif } from './content/exif.ts';
import { useFileContentReader } from './content/use-file-content-reader.ts';
import { fileMessages } from './messages.ts';
import { readPictureSize } from './content/picture-size.ts';

interface PictureFacts extends ExifData {
  /** `1600 × 1067` after EXIF rotation; empty when unknown. */
  readonly pixels: string;
}

const NO_FACTS: PictureFacts = { pixels: '' };

const factsIn = (bytes: Uint8Array): PictureFacts => {
  const exif = readExif(bytes);
  const size = readPictureSize(bytes);
  if (size === null) return { ...exif, pixels: '' };
  return { ...exif, pixels: (exif.turned === true ? size.toReversed() : size).join(' × ') };
};

/** EXIF data and size from the first bytes of a picture. Nothing is read for other files. */
export const useExif = (entry: Pick<FileEntry, 'name' | 'type' | 'path'> & Partial<FileEntry>): PictureFacts => {
  const reading = useFileContentReader();
  const { path } = entry;
  const isPicture = openActionFor({ name: entry.name, type: entry.type, size: entry.size ?? 0 }) === 'photo';
  const [known] = useQuery(
    useCallback(
      () => (isPicture ? reading.readStart(path, EXIF_BYTES).pipe(mapRight(factsIn)) : of(right(NO_FACTS))),
      [reading, path, isPicture],
    ),
  );
  return known.at === 'ready' ? known.value : NO_FACTS;
};

/** Size in pixels, capture time and coordinates of a picture, without those that are unknown. */
export const usePictureFacts = (entry: Parameters<typeof useExif>[0]): readonly Fact[] => {
  const w = useText(fileMessages);
  const { pixels, taken = '', latitude, longitude } = useExif(entry);
  const coordinates =
    latitude === undefined || longitude === undefined ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return [
    { id: 'pixels', name: w('pixels'), value: pixels },
    { id: 'taken', name: w('taken'), value: taken },
    { id: 'coordinates', name: w('coordinates'), value: coordinates },
  ].filter(({ value }) => value !== '');
};
