import { IconButton, IconMinus, IconPlus } from '@boxwood/ui';
import { type ReactNode, useMemo, useRef } from 'react';
import { useText } from '../../../react/use-text.ts';
import { placeWords } from '../place-words.ts';
import styles from './map.module.css';
import {
  type MapSize,
  type MapView,
  MAX_ZOOM,
  minZoom,
  type Position,
  pixelsTo,
  worldSize,
  zoomed,
} from './mercator.ts';
import { useMoves } from './use-moves.ts';
import { type Land, WORLD } from './world.ts';

interface WorldMapProps {
  readonly lands: readonly Land[];
  readonly view: MapView;
  readonly size: MapSize;
  readonly onView: (view: MapView) => void;
  /** Markers with their positions. */
  readonly marks: readonly (Position & { readonly id: string; readonly mark: ReactNode })[];
}

/** A world map with markers that can be panned and zoomed. */
export const WorldMap = ({ lands, view, size, onView, marks }: WorldMapProps) => {
  const p = useText(placeWords);
  const area = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const onKeyDown = useMoves(area, stage, { view, size, onView });
  // Twice as wide and high as the visible area, so that dragging does not redraw the map.
  const [across, down] = [
    (2 * size.width * WORLD) / worldSize(view.zoom),
    (2 * size.height * WORLD) / worldSize(view.zoom),
  ];
  const [left, top] = [view.x * WORLD - across / 2, view.y * WORLD - down / 2];
  const paths = useMemo(
    () =>
      lands
        .filter(
          ({ west, east, north, south }) => east > left && west < left + across && south > top && north < top + down,
        )
        .map(({ path }) => <path key={path.slice(0, 40)} d={path} />),
    [lands, left, top, across, down],
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
            <svg width={WORLD} height={WORLD}>
              {paths}
            </svg>
          </svg>
          {marks.map(({ id, mark, ...position }) => (
            <div key={id} className={styles.mark} style={pixelsTo(view, position)}>
              {mark}
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
            onView(zoomed(view, 1, size));
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
            onView(zoomed(view, -1, size));
          }}
        />
      </div>
    </div>
  );
};
