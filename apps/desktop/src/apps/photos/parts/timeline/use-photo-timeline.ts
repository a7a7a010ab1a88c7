import type { QueryState, TimelineData, PhotoFilter, PhotoTimeline, TimelinePhoto } from '@boxwood/domain';
import { useEffect, useMemo, useState } from 'react';
import { usePhotos } from '../../../../kit/files/pictures/photos-service.ts';
import { useStream } from '../../../../platform/react/use-stream.ts';

/** The timeline as a page shows it. */
export interface DisplayedTimeline {
  readonly timelineState: QueryState<TimelineData>;
  /** The result of the previous filter is still shown. */
  readonly isPrevious: boolean;
  /** The loaded photos, in the order of the timeline. */
  readonly photos: readonly TimelinePhoto[];
  /** Loads the months near the visible area. */
  readonly loadMonths: (months: readonly string[]) => void;
  readonly reload: () => void;
  readonly source: PhotoTimeline;
}

/**
 * The timeline of a filter. The filter must be referentially stable. The previous result stays until the first answer
 * for a new filter.
 */
export const usePhotoTimeline = (filter: PhotoFilter): DisplayedTimeline => {
  const photos = usePhotos();
  const source = useMemo(() => photos.timeline(filter), [photos, filter]);
  useEffect(() => {
    const watcher = source.watch();
    return () => {
      watcher.close();
    };
  }, [source]);
  const timelineState = useStream(source.state$);
  const [last, setLast] = useState(timelineState);
  if (timelineState.at !== 'loading' && last !== timelineState) setLast(timelineState);
  const shown = timelineState.at === 'loading' ? last : timelineState;
  const loadedPhotos = useMemo(
    () => (shown.at === 'ready' ? shown.value.months.flatMap((month) => month.photos ?? []) : []),
    [shown],
  );
  const loadMonths = useMemo(() => source.show.bind(source), [source]);
  return {
    timelineState: shown,
    isPrevious: shown !== timelineState,
    photos: loadedPhotos,
    loadMonths,
    reload: source.reload,
    source,
  };
};
