import { userRoot } from '@boxwood/box-sdk/rules';
import { PLACES } from '@boxwood/domain';
import { EmptyState, ErrorState, FloatingButton, IconUpload, PhoneHeader, PullToRefresh } from '@boxwood/ui';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { forkJoin, map } from 'rxjs';
import { common } from '../../../app-kit/messages.ts';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { FilesToken, LauncherToken, SessionToken, UploadsToken } from '../../../composition/tokens.ts';
import { byDay } from '../../../file-kit/by-day.ts';
import type { ReceiveQuestion } from '../../../file-kit/receive/question.ts';
import { ReceiveDialog } from '../../../file-kit/receive/ReceiveDialog.tsx';
import { treeOfInput } from '../../../file-kit/receive/tree.ts';
import { useReceive } from '../../../file-kit/receive/use-receive.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { photosWords } from './messages.ts';
import { PhotoLines } from './PhotoLines.tsx';
import styles from './photos.module.css';

/** Where the box keeps a person's pictures from the start (G-15). */
const PICTURES = 'My Images';
const [FILM, PHOTO] = [2, 3];
/** What a person's pictures are: their own and those of the house. */
const LOOKED_IN = [PLACES.personal, PLACES.public] as const;
/** How many pictures the viewer is told to go through. */
const WAYS = 500;

/** The pictures and films of the places by the day they were made, as a place of the phone. */
export const Start = () => {
  const t = useText(photosWords);
  const c = useText(common);
  const failureText = useFailureText();
  const files = useService(FilesToken);
  const launcher = useService(LauncherToken);
  const { done = 0 } = useStream(useService(UploadsToken).run$) ?? {};
  const [loaded, again] = useQuery(
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
  const arrived = useRef(done);
  useEffect(() => {
    if (arrived.current !== done) again();
    arrived.current = done;
  }, [done, again]);
  const days = useMemo(() => (loaded.at === 'ready' ? byDay(loaded.value) : []), [loaded]);
  const shown = days.flatMap(({ photos }) => photos);
  const open = (path: string): void => {
    const entry = shown.find((one) => one.path === path);
    if (entry === undefined) return;
    if (entry.type === FILM) {
      launcher.open('video', { params: { path }, document: path, title: entry.name });
      return;
    }
    const photos = shown.filter(({ type }) => type === PHOTO).map((one) => one.path);
    const from = Math.max(0, photos.indexOf(path) - WAYS / 2);
    launcher.open('photo', {
      params: { path, paths: photos.slice(from, from + WAYS) },
      document: path,
      title: entry.name,
    });
  };
  return (
    <>
      <PhoneHeader title={t('photos')} {...(shown.length === 0 ? {} : { note: t('count', { count: shown.length }) })} />
      <PullToRefresh label={t('refreshing')} busy={false} onRefresh={again}>
        {loaded.at === 'loading' ? (
          <WindowSkeleton />
        ) : loaded.at === 'failed' ? (
          <ErrorState
            title={t('failed')}
            text={failureText(loaded.failure).text}
            retryLabel={c('retry')}
            onRetry={again}
          />
        ) : days.length === 0 ? (
          <div className={styles.none}>
            <EmptyState title={t('none')} text={t('noneText')} />
          </div>
        ) : (
          <PhotoLines days={days} onOpen={open} />
        )}
      </PullToRefresh>
      <Upload />
    </>
  );
};

/** Pictures of this phone, into the folder that is there for them. */
const Upload = () => {
  const t = useText(photosWords);
  const stage = useStream(useService(SessionToken).stage$);
  const input = useRef<HTMLInputElement>(null);
  const [question, ask] = useState<ReceiveQuestion | null>(null);
  const receive = useReceive(ask);
  if (stage.at !== 'in') return null;
  const path = `${userRoot(stage.username)}/${PICTURES}`;
  return (
    <>
      <FloatingButton icon={<IconUpload />} onClick={() => input.current?.click()}>
        {t('upload')}
      </FloatingButton>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const { files } = currentTarget;
          if (files !== null && files.length > 0) receive({ place: PLACES.personal, path }, treeOfInput(files), true);
          // The same pictures can be chosen again.
          currentTarget.value = '';
        }}
      />
      {question === null ? null : (
        <ReceiveDialog
          question={question}
          onClose={() => {
            ask(null);
          }}
        />
      )}
    </>
  );
};
