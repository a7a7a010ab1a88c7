import { PLACES } from '@boxwood/domain';
import { Button, EmptyState, IconFileSearch, IconFolderOpen, IconLock, IconUpload, IconUsers } from '@boxwood/ui';
import { useIsPhone } from '../../../kit/app/use-is-phone.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { findAction } from '../file-actions.ts';
import { messages } from '../messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';

/** Message and action for an empty list. */
export const EmptyFolder = ({ browser }: { readonly browser: FileBrowser }) => {
  const t = useText(messages);
  const phone = useIsPhone();
  const { state, view, actionContext } = browser;
  const { search } = state;
  if (search !== null)
    return (
      <EmptyState
        icon={<IconFileSearch />}
        title={t('noResults', { text: search.text })}
        text={t('noResultsText')}
        actions={
          <Button
            onClick={() => {
              view.search(null);
            }}
          >
            {t('endSearch')}
          </Button>
        }
      />
    );
  if (state.location.place === PLACES.friends) return <EmptyState icon={<IconUsers />} title={t('emptyFriends')} />;
  if (state.location.place === PLACES.safe)
    return <EmptyState icon={<IconLock />} title={t('emptySafe')} text={t('emptySafeText')} />;
  const upload = findAction('uploadFiles', actionContext);
  return (
    <EmptyState
      icon={<IconFolderOpen />}
      title={t('emptyTitle')}
      text={upload?.reason !== null ? t('emptyPlain') : phone ? t('emptyHand') : t('emptyText')}
      actions={
        upload?.reason === null && !phone ? (
          <Button
            icon={<IconUpload />}
            onClick={() => {
              browser.perform('uploadFiles');
            }}
          >
            {t('uploadFiles')}
          </Button>
        ) : undefined
      }
    />
  );
};
