import { PREVIEW_LIMIT } from '@boxwood/box-sdk/rules';
import { EmptyState, IconImage } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { FailureState } from '../../app-kit/LoadState.tsx';
import { useFileReading } from '../../file-kit/use-file-reading.ts';
import { useQuery } from '../../react/use-query.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';

/**
 * Explains why a photo is not shown. The browser does not report whether loading or decoding failed, so the file is
 * read again: if that succeeds, the photo is damaged or of an unknown type. If it fails, the failure is shown, and
 * `onAvailable` is called once a retry succeeds.
 */
export const Unseen = ({ path, onArrived }: { readonly path: string; readonly onArrived: () => void }) => {
  const t = useText(messages);
  const reading = useFileReading();
  const [file, reload] = useQuery(useCallback(() => reading.read(path, PREVIEW_LIMIT), [reading, path]));
  const missing = file.at === 'failed' && file.failure._tag !== 'Rejected';
  const [wasMissing, setMissing] = useState(false);
  if (missing && !wasMissing) setMissing(true);
  const arrived = wasMissing && file.at === 'ready';
  useEffect(() => {
    if (arrived) onArrived();
  }, [arrived, onArrived]);
  if (file.at === 'loading') return null;
  return (
    <div className={styles.unseen}>
      {missing ? (
        <FailureState failure={file.failure} onRetry={reload} />
      ) : (
        <EmptyState icon={<IconImage />} title={t('broken')} text={t('brokenText')} />
      )}
    </div>
  );
};
