import type { PhotoSpot } from '@boxwood/domain';
import { IconImages, letGo, useBroken } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { useAddresses } from '../../../file-kit/addresses.ts';
import { placeIn } from '../../../file-kit/pictures/place-name.ts';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { placeWords } from '../place-words.ts';
import styles from './map.module.css';
import { fitting, frameOf, type MapSize, type MapView } from './mercator.ts';
import { useSize } from './use-size.ts';
import { type Land, loadWorld } from './world.ts';
import { WorldMap } from './WorldMap.tsx';

/** Zoom level of the clusters of the overview: cells of about six degrees. */
const ALL = 4;

interface PlacesMapProps {
  readonly onOpen: (spot: PhotoSpot) => void;
}

/**
 * A map with clusters of the pictures, drawn from data on the box. Not rendered if no picture has a location or the
 * request fails.
 */
export const PlacesMap = ({ onOpen }: PlacesMapProps) => {
  const photos = usePhotos();
  const [all] = useQuery(
    useCallback(() => photos.spots(ALL), [photos]),
    { about: 'photos' },
  );
  const [size, measure] = useSize();
  const [lands, setLands] = useState<readonly Land[]>([]);
  useEffect(() => {
    let isShown = true;
    // The clusters are shown without the countries if they cannot be loaded.
    loadWorld().then(
      (world) => {
        if (isShown) setLands(world);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (all.at !== 'ready' || all.value.list.length === 0) return null;
  return (
    <div ref={measure} className={styles.frame}>
      {size === null ? null : <Looked first={all.value.list} lands={lands} size={size} onOpen={onOpen} />}
    </div>
  );
};

interface LookedProps extends PlacesMapProps {
  readonly first: readonly PhotoSpot[];
  readonly lands: readonly Land[];
  readonly size: MapSize;
}

const Looked = ({ first, lands, size, onOpen }: LookedProps) => {
  const photos = usePhotos();
  const [looked, look] = useState<MapView | null>(null);
  const view = looked ?? fitting(first, size);
  const { x, y, zoom } = view;
  const { width, height } = size;
  const [spots] = useQuery(
    useCallback(
      () => photos.spots(zoom, frameOf({ x, y, zoom }, { width, height })),
      [photos, x, y, zoom, width, height],
    ),
    { about: 'photos' },
  );
  const shown = spots.at === 'ready' ? spots.value.list : [];
  return (
    <WorldMap
      lands={lands}
      view={view}
      size={size}
      onView={look}
      // If two markers overlap, the one with fewer pictures is on top; the larger one stays easy to hit.
      marks={shown.map((spot) => ({ ...spot, mark: <Spot spot={spot} onOpen={onOpen} /> }))}
    />
  );
};

const Spot = ({ spot, onOpen }: { readonly spot: PhotoSpot } & PlacesMapProps) => {
  const p = useText(placeWords);
  const t = useText(messages);
  const language = useStream(useService(LanguagesToken).language$);
  const src = useAddresses().thumb(spot.cover, 512);
  const [isBroken, onError] = useBroken(src);
  const name = spot.place === undefined ? p('unnamed') : placeIn(language, spot.place).name;
  return (
    <button
      type="button"
      className={styles.spot}
      aria-label={`${name}, ${t('count', { count: spot.cnt })}`}
      title={name}
      onClick={() => {
        onOpen(spot);
      }}
    >
      {src === null || isBroken ? (
        <IconImages aria-hidden="true" />
      ) : (
        <img ref={letGo} src={src} alt="" decoding="async" draggable={false} onError={onError} />
      )}
      <span className={styles.count} aria-hidden="true">
        {spot.cnt > 9999 ? `${Math.floor(spot.cnt / 1000)}k` : spot.cnt}
      </span>
    </button>
  );
};
