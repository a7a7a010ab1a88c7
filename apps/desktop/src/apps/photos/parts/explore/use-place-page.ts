import type { PhotoFilter, ObjectLabel } from '@boxwood/domain';
import { useMemo } from 'react';
import { LanguagesToken } from '../../../../composition/service-tokens.ts';
import { locationNames } from '../../../../kit/files/pictures/location-name.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { placeMessages } from '../../place-messages.ts';
import type { PhotosRouteParams } from '../use-photos-route.ts';

/** The name of a kind of object in a language. */
export const objectName = (
  language: string,
  { name, chinese = name }: Pick<ObjectLabel, 'name' | 'chinese'>,
): string => (language.startsWith('zh') ? chinese : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);

/** The open page of a place or kind of object, in the language of the desktop. */
export interface PlacePage {
  readonly id: string;
  readonly name: string;
  /** Region and country, unless they equal the name. */
  readonly parentName: string;
  readonly filter: PhotoFilter;
}

/** The page for a named place, a map cluster or a kind of object; null if none is selected. */
export const usePlacePage = ({
  place: namedPlace,
  spot: cluster,
  thing: object,
}: PhotosRouteParams): PlacePage | null => {
  const p = useText(placeMessages);
  const language = useStream(useService(LanguagesToken).language$);
  return useMemo(() => {
    if (object !== undefined)
      return { id: object.id, name: objectName(language, object), parentName: '', filter: { thing: object.id } };
    const place = namedPlace ?? cluster?.place;
    const { name, region, country } =
      place === undefined ? { name: '', region: '', country: '' } : locationNames(language, place);
    const parentName = [region, country].filter((part) => part !== '' && part !== name).join(', ');
    if (namedPlace !== undefined) return { id: namedPlace.id, name, parentName, filter: { place: namedPlace.id } };
    if (cluster === undefined) return null;
    const { id } = cluster;
    return { id, name: name === '' ? p('unnamed') : p('around', { name }), parentName, filter: { spot: id } };
  }, [namedPlace, cluster, object, language, p]);
};
