import type { FileEntry } from '@boxwood/domain';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { forkJoin, map } from 'rxjs';
import { FilesToken, StoreToken, UploadsToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useStream } from '../../react/use-stream.ts';
import { FILM, LOOKED_IN, PHOTO } from './types.ts';

/** How often is looked again for pictures that the box has not read, each time after twice as long, from a second on. */
const LOOKS = 6;
const LATE_MS = 1500;

/** Every picture and film there is, asked again when some came or went by this browser's doing. */
export const useEveryPicture = () => {
  const files = useService(FilesToken);
  const store = useService(StoreToken);
  const { done = 0 } = useStream(useService(UploadsToken).run$) ?? {};
  const [entries, again] = useQuery(
    useCallback(
      () =>
        forkJoin([files.everyOf(PHOTO, LOOKED_IN), files.everyOf(FILM, LOOKED_IN)]).pipe(
          map(([photos, films]) => {
            if (photos._tag === 'Left' || films._tag === 'Left') return photos._tag === 'Left' ? photos : films;
            return { ...photos, right: [...photos.right, ...films.right] };
          }),
        ),
      [files],
    ),
  );
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The index of names learns of a change a moment after it was made.
  const ask = useEffectEvent(() => {
    again();
    clearTimeout(late.current);
    late.current = setTimeout(again, LATE_MS);
  });
  useEffect(() => {
    const hearing = store.batches$.subscribe((batch) => {
      if (batch.some(({ event }) => event.type === 'FolderChanged')) ask();
    });
    return () => {
      hearing.unsubscribe();
      clearTimeout(late.current);
    };
  }, [store]);
  const arrived = useRef(done);
  useEffect(() => {
    if (arrived.current !== done) ask();
    arrived.current = done;
  }, [done]);
  // The box reads new pictures in its own time, and their thumbnails have no address before that.
  const unread = entries.at === 'ready' && entries.value.some(isUnread);
  const looks = useRef(0);
  useEffect(() => {
    if (!unread || looks.current >= LOOKS) return undefined;
    const timer = setTimeout(
      () => {
        looks.current += 1;
        again();
      },
      1000 * 2 ** looks.current,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [entries, unread, again]);
  return [entries, again] as const;
};

const isUnread = ({ md512kb }: FileEntry): boolean => md512kb === '';
