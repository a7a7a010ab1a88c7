import type { Asked, Line, PhotoFilter, PhotoLine, TimelinePhoto } from '@boxwood/domain';
import { useEffect, useMemo, useState } from 'react';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useStream } from '../../../react/use-stream.ts';

/** The timeline as a page shows it. */
export interface ShownLine {
  readonly asked: Asked<Line>;
  /** The result of the previous filter is still shown. */
  readonly isBefore: boolean;
  /** The loaded photos, in the order of the timeline. */
  readonly photos: readonly TimelinePhoto[];
  /** Loads the months near the visible area. */
  readonly show: (months: readonly string[]) => void;
  readonly reload: () => void;
  readonly line: PhotoLine;
}

/**
 * The timeline of a filter. The filter must be referentially stable. The previous result stays until the first answer
 * for a new filter.
 */
export const usePhotoLine = (filter: PhotoFilter): ShownLine => {
  const photos = usePhotos();
  const line = useMemo(() => photos.line(filter), [photos, filter]);
  useEffect(() => {
    const watch = line.watch();
    return () => {
      watch.close();
    };
  }, [line]);
  const asked = useStream(line.state$);
  const [last, setLast] = useState(asked);
  if (asked.at !== 'loading' && last !== asked) setLast(asked);
  const shown = asked.at === 'loading' ? last : asked;
  const known = useMemo(
    () => (shown.at === 'ready' ? shown.value.months.flatMap((month) => month.photos ?? []) : []),
    [shown],
  );
  const show = useMemo(() => line.show.bind(line), [line]);
  return { asked: shown, isBefore: shown !== asked, photos: known, show, reload: line.reload, line };
};
