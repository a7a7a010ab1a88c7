import { Button } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { ChunkLoadError } from '../../../platform/load-chunk.ts';
import { useRetry } from '../../../platform/react/use-retry.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { commonMessages } from '../messages.ts';
import styles from './app-kit.module.css';

/** A window page that shows only text: a title, a sentence, actions. */
export const WindowNotice = ({
  icon,
  title,
  children,
  actions,
  alert = false,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly alert?: boolean;
}) => (
  <div className={styles.notice} role={alert ? 'alert' : undefined}>
    {icon}
    <h2 className={styles.noticeTitle}>{title}</h2>
    <p className={styles.noticeText}>{children}</p>
    {actions === undefined ? null : <div className={styles.noticeActions}>{actions}</div>}
  </div>
);

/**
 * Shown when the content of a window failed (architecture 3.7, G-55): a message, a retry, and a page reload for missing
 * chunks.
 */
export const WindowFailure = ({
  error,
  onRetry,
  reloadChunk,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly reloadChunk?: () => Promise<unknown>;
}) => {
  const t = useText(commonMessages);
  const chunkError = error instanceof ChunkLoadError ? error : null;
  useRetry(chunkError === null ? null : { _tag: 'Network', cause: chunkError }, () => {
    void reloadChunk?.().then(onRetry, () => undefined);
  });
  return (
    <WindowNotice
      alert
      title={chunkError === null ? t('brokenTitle') : t('chunkTitle')}
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            {t('retry')}
          </Button>
          {chunkError === null ? null : (
            <Button
              onClick={() => {
                window.location.reload();
              }}
            >
              {t('reload')}
            </Button>
          )}
        </>
      }
    >
      {chunkError === null ? t('brokenText') : chunkError.type === 'timeout' ? t('chunkTimeout') : t('chunkMissing')}
    </WindowNotice>
  );
};
