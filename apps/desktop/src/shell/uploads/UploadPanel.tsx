import type { UploadRun } from '@boxwood/domain';
import { Button, IconButton, IconPause, IconPlay, IconX, ProgressBar } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import { formatRateText } from '../../kit/app/format-units.ts';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import { LauncherToken, NotificationsToken, SessionToken, UploadsToken } from '../../composition/service-tokens.ts';
import { placeOf } from '../../kit/files/file-places.ts';
import { useFolderName } from '../../kit/files/use-display-path.ts';
import type { Translator } from '../../platform/i18n/define-messages.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { uploadPanelMessages } from './upload-panel-messages.ts';
import styles from './upload-panel.module.css';

/** Delay in ms before the panel appears: a shorter upload shows only its result, and a saved text shows nothing. */
const APPEAR_DELAY_MS = 600;
/** How long the result of a successful upload is shown, in ms. A failure stays until the user closes it. */
const SUCCESS_VISIBLE_MS = 10_000;
/** Maximum number of failed files shown; the Task Centre lists all. */
const MAX_FAILED_NAMES = 3;

/** Upload progress in the corner: remaining files and time, and the result at the end (finding 25). */
export const UploadPanel = () => {
  const uploads = useService(UploadsToken);
  const run = useStream(uploads.run$);
  const [isHidden, setIsHidden] = useState(false);
  const [hasDelayPassed, setHasDelayPassed] = useState(false);
  const hasRun = run !== null;
  const isOver = run?.at === 'ended';
  const isSuccess = isOver && run.failed === 0;
  // A hidden panel stays hidden until the next run, but failures are always shown.
  const isShown = run !== null && (hasDelayPassed || isOver) && (!isHidden || (isOver && !isSuccess));
  useEffect(() => {
    if (!hasRun) return undefined;
    const timer = setTimeout(() => setHasDelayPassed(true), APPEAR_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setHasDelayPassed(false);
      setIsHidden(false);
    };
  }, [hasRun]);
  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(() => uploads.dismissRun(), isHidden ? 0 : SUCCESS_VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, isHidden, uploads]);
  return isShown ? (
    <UploadPanelContent
      run={run}
      onHide={() => {
        if (isOver) uploads.dismissRun();
        else setIsHidden(true);
      }}
    />
  ) : null;
};

const UploadPanelContent = ({ run, onHide }: { readonly run: UploadRun; readonly onHide: () => void }) => {
  const t = useText(uploadPanelMessages);
  const uploads = useService(UploadsToken);
  const launcher = useService(LauncherToken);
  const panel = useToastOffset();
  const nameOfFolder = useFolderName();
  const { at, files, done, failed, bytes, bytesDone } = run;
  const isOver = at === 'ended';
  /** A single row, because the full panel would cover half of a small phone. */
  const isSlim = useIsPhone() && isOver && failed === 0;
  useDismissSubmitted(isSlim);
  const percent = bytes > 0 ? (bytesDone / bytes) * 100 : files === 0 ? 0 : ((done + failed) / files) * 100;
  const openDetails = (): void => {
    launcher.open('task-centre', { pageIndex: 2 });
    if (isOver) uploads.dismissRun();
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
          <p className={styles.facts}>{progressText(run, t)}</p>
        </>
      )}
      {failed > 0 ? <FailedNames count={failed} /> : null}
      <div className={styles.acts}>
        {failed > 0 ? (
          <Button size="sm" onClick={() => uploads.retryAll()}>
            {t('retry')}
          </Button>
        ) : null}
        {isOver && done > 0 ? <ShowButton run={run} /> : null}
        {isSlim ? null : (
          <Button size="sm" variant="quiet" onClick={openDetails}>
            {t('details')}
          </Button>
        )}
      </div>
    </section>
  );
};

/** On a phone the result is the only notice of an upload: the notice "submitted" is removed. */
const useDismissSubmitted = (isActive: boolean): void => {
  const notifications = useService(NotificationsToken);
  useEffect(() => {
    if (!isActive) return;
    for (const { id, messageKey } of notifications.list$.value)
      if (messageKey === 'upload.submitted') notifications.dismiss(id);
  }, [isActive, notifications]);
};

/** Moves toasts above the panel. */
const useToastOffset = () => {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--bw-toast-lift', `${height + 12}px`);
    });
    if (panel.current !== null) observer.observe(panel.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bw-toast-lift');
    };
  }, []);
  return panel;
};

type UploadPanelText = Translator<(typeof uploadPanelMessages)['table']>;

const titleOf = ({ at, files, done, failed }: UploadRun, t: UploadPanelText, folder: string): string => {
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

const progressText = ({ at, files, done, failed, rate: speed, secondsLeft }: UploadRun, t: UploadPanelText): string => {
  const timeLeftText = (seconds: number): string => {
    if (seconds < MINUTE_S) return t('soon');
    if (seconds < HOUR_S) return t('minutes', { count: Math.round(seconds / MINUTE_S) });
    return t('hours', { count: Math.round(seconds / HOUR_S) });
  };
  return [
    t('count', { done: done + failed, files }),
    ...(at === 'running' && secondsLeft !== null ? [timeLeftText(secondsLeft)] : []),
    ...(at === 'running' && speed > 0 ? [formatRateText(speed)] : []),
  ].join(' · ');
};

/** Names of the files that failed in this run; earlier failures are in the list of the Task Centre. */
const FailedNames = ({ count }: { readonly count: number }) => {
  const t = useText(uploadPanelMessages);
  const failed = useStream(useService(UploadsToken).list$('failed'));
  const names = Array.from({ length: Math.min(MAX_FAILED_NAMES, count, failed.count) }, (_, index) =>
    failed.at(index),
  ).flatMap((task) => task ?? []);
  return (
    <ul className={styles.failed} aria-label={t('failed')}>
      {names.map(({ id, name }) => (
        <li key={id}>{t('notUploaded', { name: safeDisplayName(name) })}</li>
      ))}
      {count > names.length ? <li>{t('more', { count: count - names.length })}</li> : null}
    </ul>
  );
};

/** Opens the target folder and reveals the last uploaded file. */
const ShowButton = ({ run: { into } }: { readonly run: UploadRun }) => {
  const t = useText(uploadPanelMessages);
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
        uploads.dismissRun();
      }}
    >
      {t('show')}
    </Button>
  );
};
