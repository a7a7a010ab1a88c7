import type { PhotoSpot } from '@boxwood/domain';
import { IconImages, abortImageLoad, useImageRetry } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { LanguagesToken } from '../../../composition/service-tokens.ts';
import { useFileAddresses } from '../../../kit/files/use-file-addresses.ts';
import { locationNames } from '../../../kit/files/pictures/location-name.ts';
import { usePhotos } from '../../../kit/files/pictures/photos-service.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { placeMessages } from '../place-messages.ts';
import styles from './map.module.css';
import { fitView, queryBounds, type MapSize, type MapView } from './mercator.ts';
import { useMapSize } from './use-map-size.ts';
import { type CountryShape, loadCountryShapes } from './country-shapes.ts';
import { WorldMap } from './WorldMap.tsx';

/** Zoom level of the clusters of the overview: cells of about six degrees. */
const OVERVIEW_ZOOM = 4;

interface PlacesMapProps {
  readonly onOpen: (cluster: PhotoSpot) => void;
}

/**
 * A map with clusters of the pictures, drawn from data on the box. Not rendered if no picture has a location or the
 * request fails.
 */
export const PlacesMap = ({ onOpen }: PlacesMapProps) => {
  const photos = usePhotos();
  const [overviewState] = useQuery(
    useCallback(() => photos.mapClusters(OVERVIEW_ZOOM), [photos]),
    { about: 'photos' },
  );
  const [size, measure] = useMapSize();
  const [countries, setCountries] = useState<readonly CountryShape[]>([]);
  useEffect(() => {
    let isShown = true;
    // The clusters are shown without the countries if they cannot be loaded.
    loadCountryShapes().then(
      (world) => {
        if (isShown) setCountries(world);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (overviewState.at !== 'ready' || overviewState.value.list.length === 0) return null;
  return (
    <div ref={measure} className={styles.frame}>
      {size === null ? null : (
        <ZoomableMap overviewClusters={overviewState.value.list} countries={countries} size={size} onOpen={onOpen} />
      )}
    </div>
  );
};

interface ZoomableMapProps extends PlacesMapProps {
  readonly overviewClusters: readonly PhotoSpot[];
  readonly countries: readonly CountryShape[];
  readonly size: MapSize;
}

const ZoomableMap = ({ overviewClusters, countries, size, onOpen }: ZoomableMapProps) => {
  const photos = usePhotos();
  const [chosenView, setChosenView] = useState<MapView | null>(null);
  const view = chosenView ?? fitView(overviewClusters, size);
  const { x, y, zoom } = view;
  const { width, height } = size;
  const [clusters] = useQuery(
    useCallback(
      () => photos.mapClusters(zoom, queryBounds({ x, y, zoom }, { width, height })),
      [photos, x, y, zoom, width, height],
    ),
    { about: 'photos' },
  );
  const visibleClusters = clusters.at === 'ready' ? clusters.value.list : [];
  return (
    <WorldMap
      countries={countries}
      view={view}
      size={size}
      onView={setChosenView}
      // If two markers overlap, the one with fewer pictures is on top; the larger one stays easy to hit.
      markers={visibleClusters.map((cluster) => ({
        ...cluster,
        marker: <ClusterMarker cluster={cluster} onOpen={onOpen} />,
      }))}
    />
  );
};

const ClusterMarker = ({ cluster, onOpen }: { readonly cluster: PhotoSpot } & PlacesMapProps) => {
  const p = useText(placeMessages);
  const t = useText(messages);
  const language = useStream(useService(LanguagesToken).language$);
  const src = useFileAddresses().thumb(cluster.cover, 512);
  const [isBroken, onError] = useImageRetry(src);
  const name = cluster.place === undefined ? p('unnamed') : locationNames(language, cluster.place).name;
  return (
    <button
      type="button"
      className={styles.spot}
      aria-label={`${name}, ${t('count', { count: cluster.cnt })}`}
      title={name}
      onClick={() => {
        onOpen(cluster);
      }}
    >
      {src === null || isBroken ? (
        <IconImages aria-hidden="true" />
      ) : (
        <img ref={abortImageLoad} src={src} alt="" decoding="async" draggable={false} onError={onError} />
      )}
      <span className={styles.count} aria-hidden="true">
        {cluster.cnt > 9999 ? `${Math.floor(cluster.cnt / 1000)}k` : cluster.cnt}
      </span>
    </button>
  );
};
