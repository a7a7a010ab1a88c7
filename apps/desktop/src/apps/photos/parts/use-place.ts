import type { PhotoFilter, ThingLabel } from '@boxwood/domain';
import { useMemo } from 'react';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { placeIn } from '../../../file-kit/pictures/place-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { placeWords } from '../place-words.ts';
import type { Chosen } from './use-where.ts';

/** The name of a kind of object in a language. */
export const thingName = (language: string, { name, chinese = name }: Pick<ThingLabel, 'name' | 'chinese'>): string =>
  language.startsWith('zh') ? chinese : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** The open page of a place or kind of object, in the language of the desktop. */
export interface ShownPlace {
  readonly id: string;
  readonly name: string;
  /** Region and country, unless they equal the name. */
  readonly within: string;
  readonly filter: PhotoFilter;
}

/** The page for a named place, a map cluster or a kind of object; null if none is selected. */
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
