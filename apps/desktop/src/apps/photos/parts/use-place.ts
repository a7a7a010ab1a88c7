import type { PhotoFilter, PhotoPlace } from '@boxwood/domain';
import { useMemo } from 'react';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { placeIn } from '../../../file-kit/pictures/place-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';

/** A place whose page is open, in the language of the desktop. */
export interface ShownPlace {
  readonly name: string;
  /** What it lies in, as far as that says more. */
  readonly within: string;
  readonly filter: PhotoFilter;
}

export const usePlace = (place: PhotoPlace | null): ShownPlace | null => {
  const language = useStream(useService(LanguagesToken).language$);
  return useMemo(() => {
    if (place === null) return null;
    const { name, region, country } = placeIn(language, place);
    const within = [region, country].filter((part) => part !== '' && part !== name).join(', ');
    return { name, within, filter: { place: place.id } };
  }, [place, language]);
};
