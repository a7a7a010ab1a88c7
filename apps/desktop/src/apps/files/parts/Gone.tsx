import { hasTrash } from '@boxwood/domain';
import { Button, ErrorState } from '@boxwood/ui';
import { useCallback } from 'react';
import { part } from '../../../app-kit/part.tsx';
import { useFolderName } from '../../../file-kit/use-path-in-words.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { messages } from '../all-messages.ts';
import styles from '../files.module.css';
import { useFileFacts } from '../services.ts';
import type { Browser } from './use-browser.ts';

/** Loaded only for places with a recycle bin. */
const Restore = part(async () => (await import('./Restore.tsx')).Restore);

type Bound = { readonly browser: Browser };

/**
 * Shown for a folder that no longer exists or whose disk is disconnected. Offers the nearest existing folder, and
 * restores the folder when it is in the recycle bin.
 */
export const Gone = ({ browser }: Bound) => {
  const t = useText(messages);
  const { root, state, view } = browser;
  const failureText = useFailureText();
  const details = state.failure === null ? '' : failureText(state.failure).details;
  const again = { label: t('retry'), onRetry: () => view.refresh() };
  return (
    <div className={styles.collection}>
      <ErrorState
        title={root === null ? t('unplugged', { name: diskIn(state.location.path) }) : t('gone')}
        text={root === null ? t('unpluggedText') : t('goneText')}
        {...(root === null ? { retryLabel: again.label, onRetry: again.onRetry } : {})}
        actions={
          root === null ? undefined : (
            <>
              <WayUp browser={browser} root={root.path} />
              {hasTrash(state.location.place) ? <Restore browser={browser} /> : null}
              <Button onClick={again.onRetry}>{again.label}</Button>
            </>
          )
        }
        {...(details === '' ? {} : { details, detailsLabel: t('details') })}
      />
    </div>
  );
};

/** Name of the disk in a path that is outside every root of this box. */
const diskIn = (path: string): string => {
  const [, , volume = '', name = ''] = path.split('/');
  return volume === 'extdev' || volume === 'netdev' ? name : volume;
};

const WayUp = ({ browser: { state, view }, root }: Bound & { readonly root: string }) => {
  const t = useText(messages);
  const facts = useFileFacts();
  const nameOf = useFolderName();
  const { place, path } = state.location;
  const [nearest] = useQuery(useCallback(() => facts.nearest(path, root), [facts, path, root]));
  if (nearest.at !== 'ready' || path === root) return null;
  return (
    <Button variant="primary" onClick={() => view.open({ place, path: nearest.value })}>
      {t('toFolder', { name: nameOf(nearest.value) })}
    </Button>
  );
};
