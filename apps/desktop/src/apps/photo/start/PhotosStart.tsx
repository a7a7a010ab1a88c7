import { EmptyState, ErrorState, FloatingButton, IconUpload, PhoneHeader, PullToRefresh } from '@boxwood/ui';
import { useMemo } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { byDay } from '../../../file-kit/pictures/by-day.ts';
import { useAddPictures } from '../../../file-kit/pictures/use-add-pictures.tsx';
import { useEveryPicture } from '../../../file-kit/pictures/use-every-picture.ts';
import { useOpenPicture } from '../../../file-kit/pictures/use-open-picture.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { photosWords } from './messages.ts';
import { PhotoLines } from './PhotoLines.tsx';
import styles from './photos.module.css';

/** The pictures and films of the places by the day they were made, as a place of the phone. */
export const Start = () => {
  const t = useText(photosWords);
  const c = useText(common);
  const failureText = useFailureText();
  const openPicture = useOpenPicture();
  const [loaded, again] = useEveryPicture();
  const days = useMemo(() => (loaded.at === 'ready' ? byDay(loaded.value) : []), [loaded]);
  const shown = days.flatMap(({ photos }) => photos);
  const open = (path: string): void => {
    openPicture(shown, path);
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

const Upload = () => {
  const t = useText(photosWords);
  const [choose, parts] = useAddPictures();
  return (
    <>
      <FloatingButton icon={<IconUpload />} onClick={choose}>
        {t('upload')}
      </FloatingButton>
      {parts}
    </>
  );
};
