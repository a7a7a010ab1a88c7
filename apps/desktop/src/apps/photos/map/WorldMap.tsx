import { IconButton, IconMinus, IconPlus } from '@boxwood/ui';
import { type ReactNode, useMemo, useRef } from 'react';
import { useText } from '../../../platform/react/use-text.ts';
import { placeMessages } from '../place-messages.ts';
import styles from './map.module.css';
import {
  type MapSize,
  type MapView,
  MAX_ZOOM,
  minZoom,
  type GeoPosition,
  pixelOffset,
  worldSizePx,
  zoomView,
} from './mercator.ts';
import { useMapGestures } from './use-map-gestures.ts';
import { type CountryShape, WORLD_UNITS } from './country-shapes.ts';

interface WorldMapProps {
  readonly countries: readonly CountryShape[];
  readonly view: MapView;
  readonly size: MapSize;
  readonly onView: (view: MapView) => void;
  /** Markers with their positions. */
  readonly markers: readonly (GeoPosition & { readonly id: string; readonly marker: ReactNode })[];
}

/** A world map with markers that can be panned and zoomed. */
export const WorldMap = ({ countries, view, size, onView, markers }: WorldMapProps) => {
  const p = useText(placeMessages);
  const area = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const onKeyDown = useMapGestures(area, stage, { view, size, onView });
  // Twice as wide and high as the visible area, so that dragging does not redraw the map.
  const [across, down] = [
    (2 * size.width * WORLD_UNITS) / worldSizePx(view.zoom),
    (2 * size.height * WORLD_UNITS) / worldSizePx(view.zoom),
  ];
  const [left, top] = [view.x * WORLD_UNITS - across / 2, view.y * WORLD_UNITS - down / 2];
  const paths = useMemo(
    () =>
      countries
        .filter(
          ({ west, east, north, south }) => east > left && west < left + across && south > top && north < top + down,
        )
        .map(({ path }) => <path key={path.slice(0, 40)} d={path} />),
    [countries, left, top, across, down],
  );
  return (
    <div className={styles.map}>
      <div
        ref={area}
        className={styles.area}
        role="group"
        aria-label={p('map')}
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + -"
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div ref={stage} className={styles.stage}>
          <svg
            className={styles.lands}
            width={2 * size.width}
            height={2 * size.height}
            viewBox={`${left} ${top} ${across} ${down}`}
            aria-hidden="true"
          >
            {/* Clips everything outside the world. */}
            <svg width={WORLD_UNITS} height={WORLD_UNITS}>
              {paths}
            </svg>
          </svg>
          {markers.map(({ id, marker, ...position }) => (
            <div key={id} className={styles.mark} style={pixelOffset(view, position)}>
              {marker}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.zoom}>
        <IconButton
          size="sm"
          variant="secondary"
          label={p('nearer')}
          keys="+"
          icon={<IconPlus />}
          disabled={view.zoom >= MAX_ZOOM}
          onClick={() => {
            onView(zoomView(view, 1, size));
          }}
        />
        <IconButton
          size="sm"
          variant="secondary"
          label={p('farther')}
          keys="-"
          icon={<IconMinus />}
          disabled={view.zoom <= minZoom(size)}
          onClick={() => {
            onView(zoomView(view, -1, size));
          }}
        />
      </div>
    </div>
  );
};
