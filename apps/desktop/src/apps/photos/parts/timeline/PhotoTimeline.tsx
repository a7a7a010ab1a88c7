import { type TimelinePhoto, localTimeOf } from '@boxwood/domain';
import { type Selection, Timeline, type TimelineDrag, type TimelineTile } from '@boxwood/ui';
import { formatDuration } from '../../../../kit/media/format-duration.ts';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { FailureState } from '../../../../kit/app/window-states/LoadState.tsx';
import { WindowSkeleton } from '../../../../kit/app/window-states/WindowSkeleton.tsx';
import { useFileAddresses } from '../../../../kit/files/use-file-addresses.ts';
import { placeholderOf } from '../../../../kit/files/pictures/photo-placeholder.ts';
import { useDayNames } from '../../../../kit/files/pictures/use-day-names.ts';
import { safeDisplayName } from '../../../../platform/i18n/safe-display-name.ts';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { createBucketBuilder, aspectRatio } from '../../timeline-buckets.ts';
import { messages } from '../../messages.ts';
import type { DisplayedTimeline } from './use-photo-timeline.ts';
import type { TimelineMemory } from '../use-photos-route.ts';
import { nameAt } from '../../../../kit/files/file-places.ts';

/** Row heights in px, from the densest to the largest. */
export const ROW_HEIGHTS_PX = [56, 96, 160, 224, 320] as const;
export const DEFAULT_SIZE_INDEX = 2;
/** Up to this row height pictures are grouped by month. */
const MAX_BY_MONTH_ROW_HEIGHT_PX = 96;
/** Up to this row height small thumbnails are sharp enough. */
const MAX_SMALL_THUMB_ROW_HEIGHT_PX = 160;

interface PhotoTimelineProps {
  readonly timeline: DisplayedTimeline;
  readonly size: number;
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onOpen: (photo: TimelinePhoto) => void;
  readonly onZoom: (by: 1 | -1) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly touch?: boolean;
  readonly drag?: TimelineDrag;
  readonly memory?: TimelineMemory | null;
  /** Shown if the timeline is empty. */
  readonly empty: ReactNode;
}

/** The pictures of a timeline, or the reason why there are none. */
export const PhotoTimeline = ({ timeline, size, memory = null, empty, onOpen, ...rest }: PhotoTimelineProps) => {
  const t = useText(messages);
  const addresses = useFileAddresses();
  const key = useStream(addresses.key$);
  const dayNames = useDayNames();
  const rowHeight = ROW_HEIGHTS_PX[size] ?? ROW_HEIGHTS_PX[DEFAULT_SIZE_INDEX];
  const buildBuckets = useMemo(() => {
    const width = rowHeight <= MAX_SMALL_THUMB_ROW_HEIGHT_PX ? 256 : 512;
    const about = (photo: TimelinePhoto): string =>
      [
        dayNames.date(localTimeOf(photo)),
        ...(photo.kind === 'video' ? [t('film')] : photo.kind === 'live' ? [t('livePhoto')] : []),
        ...(photo.favourite === 1 ? [t('hearted')] : []),
      ].join(', ');
    const tile = (photo: TimelinePhoto): TimelineTile => ({
      key: photo.id,
      name: nameOf(photo),
      ratio: aspectRatio(photo),
      src: photo.md512kb === '' || key === null ? null : addresses.thumb(photo.md512kb, width),
      kind: photo.kind === 'video' ? 'film' : photo.kind === 'live' ? 'live' : 'photo',
      ...(photo.kind === 'video' && photo.duration > 0 ? { cornerText: formatDuration(photo.duration) } : {}),
      favourite: photo.favourite === 1,
      // Computed on access: a month has hundreds of pictures.
      get placeholder() {
        return placeholderOf(photo.placeholder);
      },
      get description() {
        return about(photo);
      },
    });
    return createBucketBuilder({
      day: dayNames.day,
      month: dayNames.month,
      tile,
      byMonth: rowHeight <= MAX_BY_MONTH_ROW_HEIGHT_PX,
    });
  }, [dayNames, addresses, key, rowHeight, t]);
  const { timelineState, isPrevious, photos, loadMonths, reload } = timeline;
  const buckets = useMemo(
    () => (timelineState.at === 'ready' ? buildBuckets(timelineState.value) : []),
    [timelineState, buildBuckets],
  );
  if (timelineState.at === 'loading') return <WindowSkeleton />;
  if (timelineState.at === 'failed') return <FailureState failure={timelineState.failure} onRetry={reload} />;
  if (timelineState.value.total === 0) return empty;
  return (
    <Timeline
      {...rest}
      {...(isPrevious ? {} : memory)}
      label={t('line')}
      scrubberLabel={t('scrubber')}
      selectLabel={(name) => t('select', { name })}
      buckets={buckets}
      onOpen={(id) => {
        const photo = photos.find((each) => each.id === id);
        if (photo !== undefined) onOpen(photo);
      }}
      onGroupsNeeded={loadMonths}
      rowHeight={rowHeight}
    />
  );
};

/** The caption of a picture, or its file name if it has none. */
const nameOf = ({ path, caption }: TimelinePhoto): string => (caption === '' ? safeDisplayName(nameAt(path)) : caption);
