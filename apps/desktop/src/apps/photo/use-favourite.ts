import type { PhotoDetails } from '@boxwood/box-sdk';
import { useLatest } from '@boxwood/ui';
import { useState } from 'react';
import { usePhotos } from '../../kit/files/pictures/photos-service.ts';

interface PendingFavourite {
  readonly id: string;
  readonly favourite: 0 | 1;
  /** The details at the time of the box's answer; undefined until then. */
  readonly confirmedDetails?: PhotoDetails | null;
}

/**
 * Whether the current picture is a favourite, and its toggle. A change is shown at once and until the details are
 * reloaded.
 */
export const useFavourite = (
  id: string | undefined,
  details: PhotoDetails | null,
): readonly [heart: 0 | 1, toggle: () => void] => {
  const photos = usePhotos();
  const [pending, setPending] = useState<PendingFavourite | null>(null);
  const latestDetails = useLatest(details);
  const isPendingShown =
    pending !== null &&
    pending.id === id &&
    (pending.confirmedDetails === undefined || pending.confirmedDetails === details);
  const favourite = isPendingShown ? pending.favourite : (details?.photo.favourite ?? 0);
  const toggle = (): void => {
    if (id === undefined) return;
    const requested: PendingFavourite = { id, favourite: favourite === 1 ? 0 : 1 };
    setPending(requested);
    photos.update([id], { favourite: requested.favourite }, { favourite: favourite }).subscribe((result) => {
      const isSaved = result._tag === 'Right' && result.right.length > 0;
      setPending((now) =>
        now !== requested ? now : isSaved ? { ...requested, confirmedDetails: latestDetails.current } : null,
      );
    });
  };
  return [favourite, toggle];
};
