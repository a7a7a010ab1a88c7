import { CircleDot, Heart, Play } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { abortImageLoad } from '../base/abort-image-load.ts';
import { useImageRetry } from '../base/use-image-retry.ts';
import { useLatest } from '../base/use-latest.ts';
import type { Selection } from '../data-list/selection.ts';
import type { DragData } from '../dnd/drag-data.ts';
import { useDragAndDrop } from '../dnd/lazy-drag-and-drop.ts';
import { HEADER_HEIGHT_PX, type TileRow } from './timeline-layout.ts';
import type { TimelineBucket, TimelineTile } from './timeline-model.ts';
import styles from './timeline.module.css';

/** Dragging tiles out of the timeline: the pressed tile, or all selected ones when it is selected. */
export interface TimelineDrag {
  readonly data: (keys: readonly string[]) => DragData;
  /** Label under the pointer ("3 pictures"). */
  readonly label: (keys: readonly string[]) => string;
}

interface BucketViewProps {
  readonly bucket: TimelineBucket;
  readonly rows: readonly TileRow[] | null;
  readonly top: number;
  readonly height: number;
  readonly viewTop: number;
  readonly viewBottom: number;
  readonly selection: Selection;
  readonly focusedKey: string | undefined;
  readonly selectLabel: (name: string) => string;
  readonly onClick: (event: MouseEvent, key: string) => void;
  readonly onToggle: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly drag: TimelineDrag | undefined;
  /** With touch, a tap anywhere on the tile selects or opens it, and the check mark is not a button. */
  readonly isTouch: boolean;
}

/** The header of a bucket and its tiles, limited to the rows near the view. */
export function BucketView({ bucket, rows, top, height, viewTop, viewBottom, ...tileProps }: BucketViewProps) {
  const visibleRows = (rows ?? []).filter((row) => top + row.top + row.height > viewTop && top + row.top < viewBottom);
  return (
    <div role="rowgroup" className={styles.bucket} data-coming={rows === null ? '' : undefined} style={{ top, height }}>
      <div role="row" className={styles.head} style={{ height: HEADER_HEIGHT_PX }}>
        <span role="rowheader" className={styles.title}>
          {bucket.title}
        </span>
      </div>
      {visibleRows.map((row) => (
        <div key={row.firstTileIndex} role="row" className={styles.row} style={{ top: row.top, height: row.height }}>
          {row.tiles.map((tileRect, index) => {
            const tile = bucket.tiles?.[row.firstTileIndex + index];
            return tile === undefined ? null : (
              <TileView key={tile.key} tile={tile} tileRect={tileRect} {...tileProps} />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function TileView({
  tile,
  tileRect,
  selection,
  focusedKey,
  selectLabel,
  onClick,
  onToggle,
  onOpen,
  drag,
  isTouch,
}: {
  readonly tile: TimelineTile;
  readonly tileRect: { readonly left: number; readonly width: number };
} & Pick<
  BucketViewProps,
  'selection' | 'focusedKey' | 'selectLabel' | 'onClick' | 'onToggle' | 'onOpen' | 'drag' | 'isTouch'
>) {
  const [isBroken, onError] = useImageRetry(tile.src);
  const [loadedSrc, setLoadedSrc] = useState<string | null>(null);
  const isSelected = selection.keys.has(tile.key);
  const cell = useRef<HTMLDivElement>(null);
  const latest = useLatest({ drag, draggedKeys: isSelected ? [...selection.keys] : [tile.key] });
  const isDraggable = drag !== undefined;
  const attachDragSource = useDragAndDrop()?.attachDragSource;
  useEffect(() => {
    const element = cell.current;
    if (element === null || !isDraggable || attachDragSource === undefined) return undefined;
    return attachDragSource(element, {
      data: () => latest.current.drag?.data(latest.current.draggedKeys) ?? {},
      label: () => latest.current.drag?.label(latest.current.draggedKeys) ?? '',
    });
  }, [latest, isDraggable, attachDragSource]);
  const { placeholder = null } = tile;
  return (
    <div
      ref={cell}
      role="gridcell"
      // Visible texts of the tile are part of its accessible name.
      aria-label={[tile.name, tile.cornerText, tile.description].filter(Boolean).join(', ')}
      aria-selected={isSelected}
      tabIndex={tile.key === focusedKey ? 0 : -1}
      data-key={tile.key}
      className={styles.tile}
      style={{
        left: tileRect.left,
        width: tileRect.width,
        ...(placeholder === null || loadedSrc === tile.src ? {} : { backgroundImage: `url(${placeholder})` }),
      }}
      onClick={(event) => {
        onClick(event, tile.key);
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
          ref={abortImageLoad}
          src={tile.src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => {
            setLoadedSrc(tile.src);
          }}
          onError={onError}
        />
      )}
      {tile.kind === 'photo' ? null : (
        <span className={styles.film} aria-hidden="true">
          {tile.cornerText}
          {tile.kind === 'film' ? <Play fill="currentColor" /> : <CircleDot />}
        </span>
      )}
      {tile.favourite === true ? <Heart className={styles.heart} aria-hidden="true" /> : null}
      {isTouch ? (
        <span className={styles.mark} aria-hidden="true" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.mark}
          aria-label={selectLabel(tile.name)}
          aria-pressed={isSelected}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(tile.key);
          }}
          onDoubleClick={(event) => {
            event.stopPropagation();
          }}
        />
      )}
    </div>
  );
}
