import { BOX_PATHS as PATHS } from '@boxwood/box-sdk/rules';
import { type NetStorage, PLACES } from '@boxwood/domain';
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  IconFolderOpen,
  IconNetwork,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { ListScreen } from '../../kit/app/list-screen/ListScreen.tsx';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { StorageActions, StorageCard, StorageCards, StorageNote } from '../../kit/app/storage-cards/StorageCards.tsx';
import { LauncherToken, SessionToken } from '../../composition/service-tokens.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { NetworkStorageDialog } from './NetworkStorageDialog.tsx';
import { NetworkStorageToken } from './services.ts';
import { unreachableMessageKey, kindOf, stateOf } from './mount-failure.ts';

export { bind } from './services.ts';

/** How often the connection states are fetched, in ms. */
const STORAGE_POLL_INTERVAL_MS = 10_000;

const TONES = { mounted: 'success', unmounted: 'neutral', error: 'warning' } as const;

/**
 * Network storage (P-12): folders of other servers that every user of the box can open. Administrators add, change and
 * remove them.
 */
export const App = () => {
  const t = useText(messages);
  const network = useService(NetworkStorageToken);
  const isAdmin = useStream(useService(SessionToken).admin$);
  const [isAddOpen, setAddOpen] = useState(false);
  const [loaded, reload] = useQuery(
    useCallback(() => network.netStorage(), [network]),
    { about: 'disks', every: STORAGE_POLL_INTERVAL_MS },
  );
  return (
    <ListScreen
      label={t('toolbar')}
      {...(isAdmin
        ? {
            actions: [
              {
                id: 'add',
                label: t('add'),
                icon: <IconPlus />,
                appliesTo: 'list' as const,
                primary: true,
                onPress: () => {
                  setAddOpen(true);
                },
              },
            ],
          }
        : {})}
      busy={loaded.at === 'loading'}
      onRefresh={reload}
      total={loaded.at === 'ready' ? t('total', { count: loaded.value.length }) : ''}
    >
      <LoadedContent request={loaded} reload={reload}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<IconNetwork />} title={t('emptyTitle')} text={t('emptyText')} />
          ) : (
            <StorageCards label={t('list')}>
              {list.map((storage) => (
                <NetworkCard key={storage.id} storage={storage} isAdmin={isAdmin} reload={reload} />
              ))}
            </StorageCards>
          )
        }
      </LoadedContent>
      {isAddOpen ? (
        <NetworkStorageDialog
          storage={null}
          onDone={() => {
            setAddOpen(false);
            reload();
          }}
          onClose={() => {
            setAddOpen(false);
          }}
        />
      ) : null}
    </ListScreen>
  );
};

const NetworkCard = ({
  storage,
  isAdmin,
  reload,
}: {
  readonly storage: NetStorage;
  readonly isAdmin: boolean;
  readonly reload: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const network = useService(NetworkStorageToken);
  const launcher = useService(LauncherToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [openDialog, setOpenDialog] = useState<'edit' | 'remove' | null>(null);
  const close = (): void => {
    setOpenDialog(null);
  };
  const status = stateOf(storage);
  const name = safeDisplayName(storage.mntdir);
  return (
    <StorageCard
      icon="network"
      name={name}
      description={[t(kindOf(storage)), safeDisplayName(`${storage.addr}:${storage.port}`)]
        .concat(storage.mntpoint === '' ? [] : [safeDisplayName(storage.mntpoint)])
        .concat(storage.remark === '' ? [] : [safeDisplayName(storage.remark)])
        .join(' · ')}
      badge={<Badge tone={TONES[status]}>{t(status)}</Badge>}
      problem={state.at === 'failed' ? failureText(state.failure).text : null}
    >
      {status === 'error' ? <StorageNote>{t(unreachableMessageKey(storage))}</StorageNote> : null}
      <StorageActions>
        <Button
          size="sm"
          icon={<IconFolderOpen />}
          aria-label={t('openOf', { name })}
          onClick={() => {
            launcher.open('files', { params: { place: PLACES.network, path: `${PATHS.network}/${storage.mntdir}` } });
          }}
        >
          {t('open')}
        </Button>
        {isAdmin ? (
          <>
            <Button
              size="sm"
              icon={<IconPencil />}
              aria-label={t('editOf', { name })}
              onClick={() => {
                setOpenDialog('edit');
              }}
            >
              {t('edit')}
            </Button>
            <Button
              size="sm"
              icon={<IconTrash />}
              busy={state.at === 'running'}
              aria-label={t('removeOf', { name })}
              onClick={() => {
                setOpenDialog('remove');
              }}
            >
              {t('remove')}
            </Button>
          </>
        ) : null}
      </StorageActions>
      {openDialog === 'edit' ? (
        <NetworkStorageDialog
          storage={storage}
          onDone={() => {
            close();
            reload();
          }}
          onClose={close}
        />
      ) : null}
      {openDialog === 'remove' ? (
        <ConfirmDialog
          open
          danger
          title={t('removeTitle', { name })}
          message={t('removeText')}
          confirmLabel={t('removeNow')}
          cancelLabel={c('cancel')}
          closeLabel={c('close')}
          onConfirm={() => {
            close();
            run(() => network.removeNetStorage(storage.id), reload);
          }}
          onClose={close}
        />
      ) : null}
    </StorageCard>
  );
};
