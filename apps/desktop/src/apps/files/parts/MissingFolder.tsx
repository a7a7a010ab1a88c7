import { hasTrash } from '@boxwood/domain';
import { Button, ErrorState } from '@boxwood/ui';
import { useCallback } from 'react';
import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { useFolderName } from '../../../kit/files/use-display-path.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { messages } from '../all-messages.ts';
import styles from '../files.module.css';
import { useFileFacts } from '../services.ts';
import type { FileBrowser } from './browser/use-browser.ts';

/** Loaded only for places with a recycle bin. */
const RestoreFolderButton = lazyComponent(async () => (await import('./RestoreFolderButton.tsx')).RestoreFolderButton);

type MissingFolderProps = { readonly browser: FileBrowser };

/**
 * Shown for a folder that no longer exists or whose disk is disconnected. Offers the nearest existing folder, and
 * restores the folder when it is in the recycle bin.
 */
export const MissingFolder = ({ browser }: MissingFolderProps) => {
  const t = useText(messages);
  const { root, state, view } = browser;
  const failureText = useFailureText();
  const details = state.failure === null ? '' : failureText(state.failure).details;
  const retry = { label: t('retry'), onRetry: () => view.refresh() };
  return (
    <div className={styles.collection}>
      <ErrorState
        title={root === null ? t('unplugged', { name: diskNameOf(state.location.path) }) : t('gone')}
        text={root === null ? t('unpluggedText') : t('goneText')}
        {...(root === null ? { retryLabel: retry.label, onRetry: retry.onRetry } : {})}
        actions={
          root === null ? undefined : (
            <>
              <NearestFolderButton browser={browser} root={root.path} />
              {hasTrash(state.location.place) ? <RestoreFolderButton browser={browser} /> : null}
              <Button onClick={retry.onRetry}>{retry.label}</Button>
            </>
          )
        }
        {...(details === '' ? {} : { details, detailsLabel: t('details') })}
      />
    </div>
  );
};

/** Name of the disk in a path that is outside every root of this box. */
const diskNameOf = (path: string): string => {
  const [, , volume = '', name = ''] = path.split('/');
  return volume === 'extdev' || volume === 'netdev' ? name : volume;
};

const NearestFolderButton = ({ browser: { state, view }, root }: MissingFolderProps & { readonly root: string }) => {
  const t = useText(messages);
  const facts = useFileFacts();
  const nameOf = useFolderName();
  const { place, path } = state.location;
  const [nearest] = useQuery(useCallback(() => facts.nearestExisting(path, root), [facts, path, root]));
  if (nearest.at !== 'ready' || path === root) return null;
  return (
    <Button variant="primary" onClick={() => view.open({ place, path: nearest.value })}>
      {t('toFolder', { name: nameOf(nearest.value) })}
    </Button>
  );
};
