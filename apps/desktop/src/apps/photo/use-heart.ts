import type { PhotoDetails } from '@boxwood/box-sdk';
import { useLive } from '@boxwood/ui';
import { useState } from 'react';
import { usePhotos } from '../../file-kit/pictures/photos-service.ts';

interface Wish {
  readonly id: string;
  readonly heart: 0 | 1;
  /** The details at the time of the box's answer; undefined until then. */
  readonly at?: PhotoDetails | null;
}

/**
 * The favourite mark of the current picture, and its toggle. A change is shown at once and until the details are
 * reloaded.
 */
export const useHeart = (
  id: string | undefined,
  known: PhotoDetails | null,
): readonly [heart: 0 | 1, toggle: () => void] => {
  const photos = usePhotos();
  const [wish, setWish] = useState<Wish | null>(null);
  const live = useLive(known);
  const holds = wish !== null && wish.id === id && (wish.at === undefined || wish.at === known);
  const heart = holds ? wish.heart : (known?.photo.favourite ?? 0);
  const toggle = (): void => {
    if (id === undefined) return;
    const said: Wish = { id, heart: heart === 1 ? 0 : 1 };
    setWish(said);
    photos.mark([id], { favourite: said.heart }, { favourite: heart }).subscribe((result) => {
      const isHeld = result._tag === 'Right' && result.right.length > 0;
      setWish((now) => (now !== said ? now : isHeld ? { ...said, at: live.current } : null));
    });
  };
  return [heart, toggle];
};
