import type { Asked, Line, PhotoFilter, PhotoLine, TimelinePhoto } from '@boxwood/domain';
import { useEffect, useMemo, useState } from 'react';
import { usePhotos } from '../../../file-kit/pictures/photos-service.ts';
import { useStream } from '../../../react/use-stream.ts';

/** A time line as a screen shows it. */
export interface ShownLine {
  readonly asked: Asked<Line>;
  /** That of the filter before is still shown. */
  readonly isBefore: boolean;
  /** The pictures that are known, in the order of the line. */
  readonly photos: readonly TimelinePhoto[];
  /** The months that are near what is seen. */
  readonly show: (months: readonly string[]) => void;
  readonly reload: () => void;
  readonly line: PhotoLine;
}

/** The time line of a filter, which must be stable. What the filter before showed stays until the first answer to the new one. */
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
