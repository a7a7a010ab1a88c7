import { type TimelinePhoto, wallOf } from '@boxwood/domain';
import { type Selection, TimeLine, type TimeLineDrag, type TimeTile } from '@boxwood/ui';
import { clock } from '../../../media-kit/clock-words.ts';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { FailureState } from '../../../app-kit/LoadState.tsx';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { useAddresses } from '../../../file-kit/addresses.ts';
import { placeholderOf } from '../../../file-kit/pictures/placeholder.ts';
import { useDayNames } from '../../../file-kit/pictures/use-day-name.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { bucketMaker, ratioOf } from '../buckets.ts';
import { messages } from '../messages.ts';
import type { ShownLine } from './use-photo-line.ts';
import type { LineMemory } from './use-where.ts';
import { nameAt } from '../../../file-kit/places.ts';

/** Row heights in px, from the densest to the largest. */
export const SIZES = [56, 96, 160, 224, 320] as const;
export const USUAL_SIZE = 2;
/** Up to this row height pictures are grouped by month. */
const MONTHS_UNTIL = 96;
/** Up to this row height small thumbnails are sharp enough. */
const THUMBS_UNTIL = 160;

interface PicturesProps {
  readonly line: ShownLine;
  readonly size: number;
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onOpen: (photo: TimelinePhoto) => void;
  readonly onZoom: (by: 1 | -1) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly touch?: boolean;
  readonly drag?: TimeLineDrag;
  readonly memory?: LineMemory | null;
  /** Shown if the timeline is empty. */
  readonly empty: ReactNode;
}

/** The pictures of a timeline, or the reason why there are none. */
export const Pictures = ({ line, size, memory = null, empty, onOpen, ...rest }: PicturesProps) => {
  const t = useText(messages);
  const addresses = useAddresses();
  const key = useStream(addresses.key$);
  const names = useDayNames();
  const rowHeight = SIZES[size] ?? SIZES[USUAL_SIZE];
  const make = useMemo(() => {
    const width = rowHeight <= THUMBS_UNTIL ? 256 : 512;
    const about = (photo: TimelinePhoto): string =>
      [
        names.date(wallOf(photo)),
        ...(photo.kind === 'video' ? [t('film')] : photo.kind === 'live' ? [t('livePhoto')] : []),
        ...(photo.favourite === 1 ? [t('hearted')] : []),
      ].join(', ');
    const tile = (photo: TimelinePhoto): TimeTile => ({
      key: photo.id,
      name: nameOf(photo),
      ratio: ratioOf(photo),
      src: photo.md512kb === '' || key === null ? null : addresses.thumb(photo.md512kb, width),
      kind: photo.kind === 'video' ? 'film' : photo.kind === 'live' ? 'live' : 'photo',
      ...(photo.kind === 'video' && photo.duration > 0 ? { note: clock(photo.duration) } : {}),
      favourite: photo.favourite === 1,
      // Computed on access: a month has hundreds of pictures.
      get placeholder() {
        return placeholderOf(photo.placeholder);
      },
      get about() {
        return about(photo);
      },
    });
    return bucketMaker({ day: names.day, month: names.month, tile, byMonth: rowHeight <= MONTHS_UNTIL });
  }, [names, addresses, key, rowHeight, t]);
  const { asked, isBefore, photos, show, reload } = line;
  const buckets = useMemo(() => (asked.at === 'ready' ? make(asked.value) : []), [asked, make]);
  if (asked.at === 'loading') return <WindowSkeleton />;
  if (asked.at === 'failed') return <FailureState failure={asked.failure} onRetry={reload} />;
  if (asked.value.total === 0) return empty;
  return (
    <TimeLine
      {...rest}
      {...(isBefore ? {} : memory)}
      label={t('line')}
      scrubberLabel={t('scrubber')}
      selectLabel={(name) => t('select', { name })}
      buckets={buckets}
      onOpen={(id) => {
        const photo = photos.find((each) => each.id === id);
        if (photo !== undefined) onOpen(photo);
      }}
      onShow={show}
      rowHeight={rowHeight}
    />
  );
};

/** The caption of a picture, or its file name if it has none. */
const nameOf = ({ path, caption }: TimelinePhoto): string => (caption === '' ? shownName(nameAt(path)) : caption);
