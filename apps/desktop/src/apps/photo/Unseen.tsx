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
 * Why a photo is not seen. The browser does not say whether it did not arrive or cannot be shown, so it is read once more: what arrives
 * whole is damaged or of an unknown kind; what does not is told, and shown (`onArrived`) when it does.
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
