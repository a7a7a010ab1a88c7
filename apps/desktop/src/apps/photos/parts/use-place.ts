import type { PhotoFilter, ThingLabel } from '@boxwood/domain';
import { useMemo } from 'react';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { placeIn } from '../../../file-kit/pictures/place-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { placeWords } from '../place-words.ts';
import type { Chosen } from './use-where.ts';

/** What a kind of thing is called. */
export const thingName = (language: string, { name, chinese = name }: Pick<ThingLabel, 'name' | 'chinese'>): string =>
  language.startsWith('zh') ? chinese : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** A place or kind of thing whose page is open, in the language of the desktop. */
export interface ShownPlace {
  readonly id: string;
  readonly name: string;
  /** What it lies in, as far as that says more. */
  readonly within: string;
  readonly filter: PhotoFilter;
}

/** A place with a name, a part of the map, or a kind of thing; null where none was chosen. */
export const usePlace = ({ place: named, spot, thing }: Chosen): ShownPlace | null => {
  const p = useText(placeWords);
  const language = useStream(useService(LanguagesToken).language$);
  return useMemo(() => {
    if (thing !== undefined)
      return { id: thing.id, name: thingName(language, thing), within: '', filter: { thing: thing.id } };
    const place = named ?? spot?.place;
    const { name, region, country } =
      place === undefined ? { name: '', region: '', country: '' } : placeIn(language, place);
    const within = [region, country].filter((part) => part !== '' && part !== name).join(', ');
    if (named !== undefined) return { id: named.id, name, within, filter: { place: named.id } };
    if (spot === undefined) return null;
    const { id } = spot;
    return { id, name: name === '' ? p('unnamed') : p('around', { name }), within, filter: { spot: id } };
  }, [named, spot, thing, language, p]);
};
