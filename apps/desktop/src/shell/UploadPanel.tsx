import type { UploadRun } from '@boxwood/domain';
import { Button, IconButton, IconPause, IconPlay, IconX, ProgressBar } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import { rate } from '../app-kit/format.ts';
import { usePhone } from '../app-kit/use-phone.ts';
import { LauncherToken, NotificationsToken, SessionToken, UploadsToken } from '../composition/tokens.ts';
import { placeOf } from '../file-kit/places.ts';
import { useFolderName } from '../file-kit/use-path-in-words.ts';
import type { Text } from '../i18n/define-messages.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { uploadPanel } from './upload-panel-messages.ts';
import styles from './upload-panel.module.css';

/** Delay in ms before the panel appears: a shorter upload shows only its result, and a saved text shows nothing. */
const APPEAR_MS = 600;
/** How long the result of a successful upload is shown, in ms. A failure stays until the user closes it. */
const END_MS = 10_000;
/** Maximum number of failed files shown; the Task Centre lists all. */
const NAMES = 3;

/** Upload progress in the corner: remaining files and time, and the result at the end (finding 25). */
export const UploadPanel = () => {
  const uploads = useService(UploadsToken);
  const run = useStream(uploads.run$);
  const [hidden, setHidden] = useState(false);
  const [late, setLate] = useState(false);
  const isThere = run !== null;
  const isOver = run?.at === 'ended';
  const isGood = isOver && run.failed === 0;
  // A hidden panel stays hidden until the next run, but failures are always shown.
  const isShown = run !== null && (late || isOver) && (!hidden || (isOver && !isGood));
  useEffect(() => {
    if (!isThere) return undefined;
    const timer = setTimeout(() => setLate(true), APPEAR_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
      setHidden(false);
    };
  }, [isThere]);
  useEffect(() => {
    if (!isGood) return undefined;
    const timer = setTimeout(() => uploads.putAway(), hidden ? 0 : END_MS);
    return () => clearTimeout(timer);
  }, [isGood, hidden, uploads]);
  return isShown ? (
    <Shown
      run={run}
      onHide={() => {
        if (isOver) uploads.putAway();
        else setHidden(true);
      }}
    />
  ) : null;
};

const Shown = ({ run, onHide }: { readonly run: UploadRun; readonly onHide: () => void }) => {
  const t = useText(uploadPanel);
  const uploads = useService(UploadsToken);
  const launcher = useService(LauncherToken);
  const panel = useRoomForToasts();
  const nameOfFolder = useFolderName();
  const { at, files, done, failed, bytes, bytesDone } = run;
  const isOver = at === 'ended';
  /** A single row, because the full panel would cover half of a small phone. */
  const isSlim = usePhone() && isOver && failed === 0;
  useOneNotice(isSlim);
  const percent = bytes > 0 ? (bytesDone / bytes) * 100 : files === 0 ? 0 : ((done + failed) / files) * 100;
  const details = (): void => {
    launcher.open('task-centre', { pageIndex: 2 });
    if (isOver) uploads.putAway();
  };
  return (
    <section ref={panel} className={styles.panel} aria-label={t('uploads')} data-slim={isSlim ? '' : undefined}>
      <div className={styles.head}>
        <p className={styles.title} aria-live={isOver ? 'polite' : 'off'}>
          {titleOf(run, t, run.into === null ? '' : nameOfFolder(run.into))}
        </p>
        {isOver ? null : at === 'paused' ? (
          <IconButton size="sm" label={t('resume')} icon={<IconPlay />} onClick={() => uploads.resumeAll()} />
        ) : (
          <IconButton size="sm" label={t('pause')} icon={<IconPause />} onClick={() => uploads.pauseAll()} />
        )}
        <IconButton size="sm" label={isOver ? t('close') : t('hide')} icon={<IconX />} onClick={onHide} />
      </div>
      {isOver ? null : (
        <>
          <ProgressBar
            size="thin"
            label={t('progress')}
            value={percent}
            valueText={t('count', { done, files })}
            state={at === 'paused' ? 'paused' : 'processing'}
          />
          <p className={styles.facts}>{factsOf(run, t)}</p>
        </>
      )}
      {failed > 0 ? <Failed count={failed} /> : null}
      <div className={styles.acts}>
        {failed > 0 ? (
          <Button size="sm" onClick={() => uploads.retryAll()}>
            {t('retry')}
          </Button>
        ) : null}
        {isOver && done > 0 ? <ShowButton run={run} /> : null}
        {isSlim ? null : (
          <Button size="sm" variant="quiet" onClick={details}>
            {t('details')}
          </Button>
        )}
      </div>
    </section>
  );
};

/** On a phone the result is the only notice of an upload: the notice "submitted" is removed. */
const useOneNotice = (isTold: boolean): void => {
  const notifications = useService(NotificationsToken);
  useEffect(() => {
    if (!isTold) return;
    for (const { id, word } of notifications.list$.value) if (word === 'upload.submitted') notifications.dismiss(id);
  }, [isTold, notifications]);
};

/** Moves toasts above the panel. */
const useRoomForToasts = () => {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const watching = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--bw-toast-lift', `${height + 12}px`);
    });
    if (panel.current !== null) watching.observe(panel.current);
    return () => {
      watching.disconnect();
      style.removeProperty('--bw-toast-lift');
    };
  }, []);
  return panel;
};

type Say = Text<(typeof uploadPanel)['table']>;

const titleOf = ({ at, files, done, failed }: UploadRun, t: Say, folder: string): string => {
  switch (at) {
    case 'running':
      return t('running', { count: files });
    case 'paused':
      return t('paused', { count: files });
    case 'ended':
      if (done === 0) return t('failedAll', { count: failed });
      if (failed > 0) return t('failedSome', { done, count: done + failed });
      return folder === '' ? t('done', { count: done }) : t('doneInto', { count: done, folder });
  }
};

const MINUTE_S = 60;
const HOUR_S = 3600;

const factsOf = ({ at, files, done, failed, rate: speed, secondsLeft }: UploadRun, t: Say): string => {
  const left = (seconds: number): string => {
    if (seconds < MINUTE_S) return t('soon');
    if (seconds < HOUR_S) return t('minutes', { count: Math.round(seconds / MINUTE_S) });
    return t('hours', { count: Math.round(seconds / HOUR_S) });
  };
  return [
    t('count', { done: done + failed, files }),
    ...(at === 'running' && secondsLeft !== null ? [left(secondsLeft)] : []),
    ...(at === 'running' && speed > 0 ? [rate(speed)] : []),
  ].join(' · ');
};

/** Names of the files that failed in this run; earlier failures are in the list of the Task Centre. */
const Failed = ({ count }: { readonly count: number }) => {
  const t = useText(uploadPanel);
  const failed = useStream(useService(UploadsToken).list$('failed'));
  const names = Array.from({ length: Math.min(NAMES, count, failed.count) }, (_, at) => failed.at(at)).flatMap(
    (task) => task ?? [],
  );
  return (
    <ul className={styles.failed} aria-label={t('failed')}>
      {names.map(({ id, name }) => (
        <li key={id}>{t('notUploaded', { name: shownName(name) })}</li>
      ))}
      {count > names.length ? <li>{t('more', { count: count - names.length })}</li> : null}
    </ul>
  );
};

/** Opens the target folder and reveals the last uploaded file. */
const ShowButton = ({ run: { into } }: { readonly run: UploadRun }) => {
  const t = useText(uploadPanel);
  const uploads = useService(UploadsToken);
  const launcher = useService(LauncherToken);
  const stage = useService(SessionToken).stage$.value;
  return (
    <Button
      size="sm"
      variant="primary"
      onClick={() => {
        const last = uploads.list$('finished').value.at(0)?.target ?? '';
        const folder = into !== null && last.startsWith(`${into}/`) ? into : last.slice(0, last.lastIndexOf('/'));
        // A file in a subfolder was uploaded with that folder, so the folder is revealed.
        const top = last.slice(folder.length + 1).split('/')[0] ?? '';
        const place = stage.at === 'in' ? placeOf(folder, stage.username) : null;
        const params = { ...(place === null ? {} : { place }), path: folder, reveal: `${folder}/${top}` };
        launcher.open('files', { params });
        uploads.putAway();
      }}
    >
      {t('show')}
    </Button>
  );
};
