import { PLACES } from '@boxwood/domain';
import { Button, EmptyState, IconFileSearch, IconFolderOpen, IconLock, IconUpload, IconUsers } from '@boxwood/ui';
import { usePhone } from '../../../app-kit/use-phone.ts';
import { useText } from '../../../react/use-text.ts';
import { canDo } from '../actions.ts';
import { messages } from '../messages.ts';
import type { Browser } from './use-browser.ts';

/** Message and action for an empty list. */
export const Empty = ({ browser }: { readonly browser: Browser }) => {
  const t = useText(messages);
  const phone = usePhone();
  const { state, view, situation } = browser;
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
  const upload = canDo('uploadFiles', situation);
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
