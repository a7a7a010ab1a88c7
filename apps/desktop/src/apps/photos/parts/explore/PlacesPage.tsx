import type { PhotoLocations, LocationLabel } from '@boxwood/domain';
import { EmptyState, IconMapPin } from '@boxwood/ui';
import { useCallback } from 'react';
import { LoadedContent } from '../../../../kit/app/window-states/LoadState.tsx';
import { LanguagesToken } from '../../../../composition/service-tokens.ts';
import { locationNames } from '../../../../kit/files/pictures/location-name.ts';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { PlacesMap } from '../../map/PlacesMap.tsx';
import { messages } from '../../messages.ts';
import styles from '../../photos.module.css';
import { placeMessages } from '../../place-messages.ts';
import { PictureCard } from '../PictureCard.tsx';
import type { PhotosRouteParams } from '../use-photos-route.ts';

export interface PlacesPageProps {
  readonly onOpen: (chosen: PhotosRouteParams) => void;
}

const PLACE_GROUPS = ['china', 'regions', 'overseas'] as const;
type PlaceGroup = (typeof PLACE_GROUPS)[number];

/**
 * Groups the places: mainland China, then Hong Kong, Macau and Taiwan, which the box counts as China, then all others.
 */
const groupPlaces = ({ china, overseas }: PhotoLocations): Readonly<Record<PlaceGroup, readonly LocationLabel[]>> => ({
  china: china.filter(({ place }) => place.country === 'CN'),
  regions: china.filter(({ place }) => place.country !== 'CN'),
  overseas,
});

/** A map of the pictures, and a card for each place with its newest picture, grouped by region. */
export const PlacesPage = ({ onOpen }: PlacesPageProps) => {
  const photos = usePhotos();
  const [places, reload] = useQuery(
    useCallback(() => photos.locations(), [photos]),
    { about: 'photos' },
  );
  return (
    <div className={styles.mapped}>
      <PlacesMap
        onOpen={(cluster) => {
          onOpen({ spot: cluster });
        }}
      />
      <LoadedContent request={places} reload={reload}>
        {(value) => <PlaceCards places={value} onOpen={onOpen} />}
      </LoadedContent>
    </div>
  );
};

const PlaceCards = ({ places, onOpen }: { readonly places: PhotoLocations } & PlacesPageProps) => {
  const t = useText(messages);
  const p = useText(placeMessages);
  const language = useStream(useService(LanguagesToken).language$);
  const labels = groupPlaces(places);
  const groups = PLACE_GROUPS.filter((group) => labels[group].length > 0);
  if (groups.length === 0) return <EmptyState icon={<IconMapPin />} title={p('none')} text={p('noneText')} />;
  return (
    <div className={styles.places}>
      {groups.map((group) => (
        <section key={group} aria-label={p(group)}>
          <h2>{p(group)}</h2>
          <ul className={styles.albums} aria-label={p('places')}>
            {labels[group].map((label) => {
              const { name, region, country } = locationNames(language, label.place);
              const within = group === 'overseas' ? country : region;
              return (
                <PictureCard
                  key={label.id}
                  cover={label.cover}
                  name={name}
                  note={[...(within === '' || within === name ? [] : [within]), t('count', { count: label.cnt })].join(
                    ' · ',
                  )}
                  onOpen={() => {
                    onOpen({ place: label.place });
                  }}
                />
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
};
