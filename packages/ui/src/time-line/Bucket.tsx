import { CircleDot, Heart, Play } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { letGo } from '../base/let-go.ts';
import { useBroken } from '../base/use-broken.ts';
import { useLive } from '../base/use-live.ts';
import type { Selection } from '../data-list/selection.ts';
import type { DragData } from '../dnd/drag-data.ts';
import { useDrags } from '../dnd/drags.ts';
import { HEAD, type TileRow } from './layout.ts';
import type { TimeBucket, TimeTile } from './model.ts';
import styles from './time-line.module.css';

/** Dragging tiles out of the timeline: the pressed tile, or all selected ones when it is selected. */
export interface TimeLineDrag {
  readonly data: (keys: readonly string[]) => DragData;
  /** Label under the pointer ("3 pictures"). */
  readonly label: (keys: readonly string[]) => string;
}

interface BucketProps {
  readonly bucket: TimeBucket;
  readonly rows: readonly TileRow[] | null;
  readonly top: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly selection: Selection;
  readonly active: string | undefined;
  readonly selectLabel: (name: string) => string;
  readonly onPress: (event: MouseEvent, key: string) => void;
  readonly onMark: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly drag: TimeLineDrag | undefined;
  /** With touch the whole tile is pressed, and the check mark is not a button. */
  readonly touch: boolean;
}

/** The tiles below one header, limited to those near the view. */
export function Bucket({ bucket, rows, top, height, from, to, ...rest }: BucketProps) {
  const seen = (rows ?? []).filter((row) => top + row.top + row.height > from && top + row.top < to);
  return (
    <div role="rowgroup" className={styles.bucket} data-coming={rows === null ? '' : undefined} style={{ top, height }}>
      <div role="row" className={styles.head} style={{ height: HEAD }}>
        <span role="rowheader" className={styles.title}>
          {bucket.title}
        </span>
      </div>
      {seen.map((row) => (
        <div key={row.first} role="row" className={styles.row} style={{ top: row.top, height: row.height }}>
          {row.tiles.map((place, at) => {
            const tile = bucket.tiles?.[row.first + at];
            return tile === undefined ? null : <Tile key={tile.key} tile={tile} place={place} {...rest} />;
          })}
        </div>
      ))}
    </div>
  );
}

function Tile({
  tile,
  place,
  selection,
  active,
  selectLabel,
  onPress,
  onMark,
  onOpen,
  drag,
  touch,
}: {
  readonly tile: TimeTile;
  readonly place: { readonly left: number; readonly width: number };
} & Pick<BucketProps, 'selection' | 'active' | 'selectLabel' | 'onPress' | 'onMark' | 'onOpen' | 'drag' | 'touch'>) {
  const [isBroken, onError] = useBroken(tile.src);
  const [here, setHere] = useState<string | null>(null);
  const chosen = selection.keys.has(tile.key);
  const cell = useRef<HTMLDivElement>(null);
  const live = useLive({ drag, taken: chosen ? [...selection.keys] : [tile.key] });
  const drags = drag !== undefined;
  const attach = useDrags()?.attachSource;
  useEffect(() => {
    const element = cell.current;
    if (element === null || !drags || attach === undefined) return undefined;
    return attach(element, {
      data: () => live.current.drag?.data(live.current.taken) ?? {},
      label: () => live.current.drag?.label(live.current.taken) ?? '',
    });
  }, [live, drags, attach]);
  const { placeholder = null } = tile;
  return (
    <div
      ref={cell}
      role="gridcell"
      // Visible texts of the tile are part of its accessible name.
      aria-label={[tile.name, tile.note, tile.about].filter(Boolean).join(', ')}
      aria-selected={chosen}
      tabIndex={tile.key === active ? 0 : -1}
      data-key={tile.key}
      className={styles.tile}
      style={{
        left: place.left,
        width: place.width,
        ...(placeholder === null || here === tile.src ? {} : { backgroundImage: `url(${placeholder})` }),
      }}
      onClick={(event) => {
        onPress(event, tile.key);
      }}
      onDoubleClick={() => {
        onOpen(tile.key);
      }}
    >
      {tile.src === null || isBroken ? (
        placeholder === null ? (
          <span className={styles.missing}>{tile.name}</span>
        ) : null
      ) : (
        <img
          ref={letGo}
          src={tile.src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => {
            setHere(tile.src);
          }}
          onError={onError}
        />
      )}
      {tile.kind === 'photo' ? null : (
        <span className={styles.film} aria-hidden="true">
          {tile.note}
          {tile.kind === 'film' ? <Play fill="currentColor" /> : <CircleDot />}
        </span>
      )}
      {tile.favourite === true ? <Heart className={styles.heart} aria-hidden="true" /> : null}
      {touch ? (
        <span className={styles.mark} aria-hidden="true" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.mark}
          aria-label={selectLabel(tile.name)}
          aria-pressed={chosen}
          onClick={(event) => {
            event.stopPropagation();
            onMark(tile.key);
          }}
          onDoubleClick={(event) => {
            event.stopPropagation();
          }}
        />
      )}
    </div>
  );
}
