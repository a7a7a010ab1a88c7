import type { PhotoPlaces, PlaceLabel } from '@boxwood/domain';
import { EmptyState, IconMapPin } from '@boxwood/ui';
import { useCallback } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { placeIn } from '../../../file-kit/pictures/place-name.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { PlacesMap } from '../map/PlacesMap.tsx';
import { messages } from '../messages.ts';
import styles from '../photos.module.css';
import { placeWords } from '../place-words.ts';
import { PictureCard } from './PictureCard.tsx';
import type { Chosen } from './use-where.ts';

export interface PlacesProps {
  readonly onOpen: (chosen: Chosen) => void;
}

const GROUPS = ['china', 'regions', 'overseas'] as const;
type Group = (typeof GROUPS)[number];

/**
 * Groups the places: mainland China, then Hong Kong, Macau and Taiwan, which the box counts as China, then all others.
 */
const grouped = ({ china, overseas }: PhotoPlaces): Readonly<Record<Group, readonly PlaceLabel[]>> => ({
  china: china.filter(({ place }) => place.country === 'CN'),
  regions: china.filter(({ place }) => place.country !== 'CN'),
  overseas,
});

/** A map of the pictures, and a card for each place with its newest picture, grouped by region. */
export const Places = ({ onOpen }: PlacesProps) => {
  const photos = usePhotos();
  const [places, reload] = useQuery(
    useCallback(() => photos.places(), [photos]),
    { about: 'photos' },
  );
  return (
    <div className={styles.mapped}>
      <PlacesMap
        onOpen={(spot) => {
          onOpen({ spot });
        }}
      />
      <Shown of={places} reload={reload}>
        {(value) => <Cards places={value} onOpen={onOpen} />}
      </Shown>
    </div>
  );
};

const Cards = ({ places, onOpen }: { readonly places: PhotoPlaces } & PlacesProps) => {
  const t = useText(messages);
  const p = useText(placeWords);
  const language = useStream(useService(LanguagesToken).language$);
  const labels = grouped(places);
  const groups = GROUPS.filter((group) => labels[group].length > 0);
  if (groups.length === 0) return <EmptyState icon={<IconMapPin />} title={p('none')} text={p('noneText')} />;
  return (
    <div className={styles.places}>
      {groups.map((group) => (
        <section key={group} aria-label={p(group)}>
          <h2>{p(group)}</h2>
          <ul className={styles.albums} aria-label={p('places')}>
            {labels[group].map((label) => {
              const { name, region, country } = placeIn(language, label.place);
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
