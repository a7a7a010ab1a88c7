import { PLACES } from '@boxwood/domain';
import type { PlaceKind } from '@boxwood/ui';
import { useCallback } from 'react';
import { placeWord, volumeWord } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import type { Root } from '../../../file-kit/places.ts';
import { useText } from '../../../react/use-text.ts';

/** Icon of a root. */
export const pictureOf = ({ place }: Root): PlaceKind => {
  switch (place) {
    case PLACES.public:
    case PLACES.friends:
      return 'folder-shared';
    case PLACES.safe:
      return 'folder-safe';
    case PLACES.private:
      return 'folder-private';
    case PLACES.device:
      return 'usb';
    case PLACES.network:
      return 'network';
    case PLACES.personal:
      return 'folder';
  }
};

/** Returns a function that names a root: its place, its volume, or both. */
export const useRootName = (): ((root: Root) => string) => {
  const t = useText(fileWords);
  return useCallback(
    ({ place, volume: name, partition }) => {
      if (name === null) return placeWord(place, t);
      const volume = partition === null ? name : volumeWord(partition, t);
      return place === PLACES.device || place === PLACES.network
        ? volume
        : t('placeOn', { place: placeWord(place, t), volume });
    },
    [t],
  );
};
