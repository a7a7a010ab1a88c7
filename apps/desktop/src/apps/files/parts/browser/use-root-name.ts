import { PLACES } from '@boxwood/domain';
import type { PlaceKind } from '@boxwood/ui';
import { useCallback } from 'react';
import { placeLabel, volumeLabel } from '../../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../../kit/files/messages.ts';
import type { FileRoot } from '../../../../kit/files/file-places.ts';
import { useText } from '../../../../platform/react/use-text.ts';

/** Icon of a root. */
export const rootIconOf = ({ place }: FileRoot): PlaceKind => {
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
export const useRootName = (): ((root: FileRoot) => string) => {
  const t = useText(fileMessages);
  return useCallback(
    ({ place, volume: name, partition }) => {
      if (name === null) return placeLabel(place, t);
      const volume = partition === null ? name : volumeLabel(partition, t);
      return place === PLACES.device || place === PLACES.network
        ? volume
        : t('placeOn', { place: placeLabel(place, t), volume });
    },
    [t],
  );
};
