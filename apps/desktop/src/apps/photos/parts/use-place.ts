import type { PhotoFilter, PhotoPlace, PhotoSpot, ThingLabel } from '@boxwood/domain';
import { useMemo } from 'react';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { placeIn } from '../../../file-kit/pictures/place-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { placeWords } from '../place-words.ts';

/** A place with a name, a part of the map, or a kind of thing. */
export type ChosenPlace =
  | { readonly at: 'place'; readonly place: PhotoPlace }
  | { readonly at: 'spot'; readonly spot: PhotoSpot }
  | { readonly at: 'thing'; readonly thing: ThingLabel };

/** What a kind of thing is called. */
export const thingName = (language: string, { name, chinese = name }: ThingLabel): string =>
  language.startsWith('zh') ? chinese : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** A place or kind of thing whose page is open, in the language of the desktop. */
export interface ShownPlace {
  readonly id: string;
  readonly name: string;
  /** What it lies in, as far as that says more. */
  readonly within: string;
  readonly filter: PhotoFilter;
}

export const usePlace = (chosen: ChosenPlace | null): ShownPlace | null => {
  const p = useText(placeWords);
  const language = useStream(useService(LanguagesToken).language$);
  return useMemo(() => {
    if (chosen === null) return null;
    if (chosen.at === 'thing') {
      const { thing } = chosen;
      return { id: thing.id, name: thingName(language, thing), within: '', filter: { thing: thing.id } };
    }
    const place = chosen.at === 'place' ? chosen.place : chosen.spot.place;
    const { name, region, country } =
      place === undefined ? { name: '', region: '', country: '' } : placeIn(language, place);
    const within = [region, country].filter((part) => part !== '' && part !== name).join(', ');
    if (chosen.at === 'place') return { id: chosen.place.id, name, within, filter: { place: chosen.place.id } };
    const { id } = chosen.spot;
    return { id, name: name === '' ? p('unnamed') : p('around', { name }), within, filter: { spot: id } };
  }, [chosen, language, p]);
};
