import { PREVIEW_LIMIT_BYTES } from '@boxwood/box-sdk/rules';
import { EmptyState, IconImage } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { FailureState } from '../../kit/app/window-states/LoadState.tsx';
import { useFileContentReader } from '../../kit/files/content/use-file-content-reader.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './photo.module.css';

/**
 * Explains why a photo is not shown. The browser does not report whether loading or decoding failed, so the file is
 * read again: if that succeeds, the photo is damaged or of an unknown type. If it fails, the failure is shown, and
 * `onAvailable` is called once a retry succeeds.
 */
export const PhotoLoadError = ({ path, onAvailable }: { readonly path: string; readonly onAvailable: () => void }) => {
  const t = useText(messages);
  const reading = useFileContentReader();
  const [file, reload] = useQuery(useCallback(() => reading.read(path, PREVIEW_LIMIT_BYTES), [reading, path]));
  const isMissing = file.at === 'failed' && file.failure._tag !== 'Rejected';
  const [wasMissing, setMissing] = useState(false);
  if (isMissing && !wasMissing) setMissing(true);
  const isAvailable = wasMissing && file.at === 'ready';
  useEffect(() => {
    if (isAvailable) onAvailable();
  }, [isAvailable, onAvailable]);
  if (file.at === 'loading') return null;
  return (
    <div className={styles.unseen}>
      {isMissing ? (
        <FailureState failure={file.failure} onRetry={reload} />
      ) : (
        <EmptyState icon={<IconImage />} title={t('broken')} text={t('brokenText')} />
      )}
    </div>
  );
};
