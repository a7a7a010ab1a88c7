import { PLACES as PATHS } from '@boxwood/box-sdk/rules';
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
import { ListScreen } from '../../app-kit/list-screen/ListScreen.tsx';
import { Shown } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { StorageActions, StorageCard, StorageCards, StorageNote } from '../../app-kit/storage-cards/StorageCards.tsx';
import { LauncherToken, SessionToken } from '../../composition/tokens.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useQuery } from '../../react/use-query.ts';
import { useStream } from '../../react/use-stream.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { MountDialog } from './MountDialog.tsx';
import { NetworkStorageToken } from './services.ts';
import { awayOf, kindOf, stateOf } from './why.ts';

export { bind } from './services.ts';

/** How often the connection states are fetched, in ms. */
const REFRESH_MS = 10_000;

const TONES = { mounted: 'success', unmounted: 'neutral', error: 'warning' } as const;

/**
 * Network storage (P-12): folders of other servers that every user of the box can open. Administrators add, change and
 * remove them.
 */
export const App = () => {
  const t = useText(messages);
  const network = useService(NetworkStorageToken);
  const admin = useStream(useService(SessionToken).admin$);
  const [adding, setAdding] = useState(false);
  const [loaded, reload] = useQuery(
    useCallback(() => network.netStorage(), [network]),
    { about: 'disks', every: REFRESH_MS },
  );
  return (
    <ListScreen
      label={t('toolbar')}
      {...(admin
        ? {
            acts: [
              {
                id: 'add',
                label: t('add'),
                icon: <IconPlus />,
                of: 'list' as const,
                primary: true,
                onPress: () => {
                  setAdding(true);
                },
              },
            ],
          }
        : {})}
      busy={loaded.at === 'loading'}
      onRefresh={reload}
      total={loaded.at === 'ready' ? t('total', { count: loaded.value.length }) : ''}
    >
      <Shown of={loaded} reload={reload}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<IconNetwork />} title={t('emptyTitle')} text={t('emptyText')} />
          ) : (
            <StorageCards label={t('list')}>
              {list.map((storage) => (
                <NetworkCard key={storage.id} storage={storage} admin={admin} reload={reload} />
              ))}
            </StorageCards>
          )
        }
      </Shown>
      {adding ? (
        <MountDialog
          storage={null}
          onDone={() => {
            setAdding(false);
            reload();
          }}
          onClose={() => {
            setAdding(false);
          }}
        />
      ) : null}
    </ListScreen>
  );
};

const NetworkCard = ({
  storage,
  admin,
  reload,
}: {
  readonly storage: NetStorage;
  readonly admin: boolean;
  readonly reload: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const network = useService(NetworkStorageToken);
  const launcher = useService(LauncherToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const close = (): void => {
    setAsking(null);
  };
  const status = stateOf(storage);
  const name = shownName(storage.mntdir);
  return (
    <StorageCard
      icon="network"
      name={name}
      about={[t(kindOf(storage)), shownName(`${storage.addr}:${storage.port}`)]
        .concat(storage.mntpoint === '' ? [] : [shownName(storage.mntpoint)])
        .concat(storage.remark === '' ? [] : [shownName(storage.remark)])
        .join(' · ')}
      badge={<Badge tone={TONES[status]}>{t(status)}</Badge>}
      problem={state.at === 'failed' ? failureText(state.failure).text : null}
    >
      {status === 'error' ? <StorageNote>{t(awayOf(storage))}</StorageNote> : null}
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
        {admin ? (
          <>
            <Button
              size="sm"
              icon={<IconPencil />}
              aria-label={t('editOf', { name })}
              onClick={() => {
                setAsking('edit');
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
                setAsking('remove');
              }}
            >
              {t('remove')}
            </Button>
          </>
        ) : null}
      </StorageActions>
      {asking === 'edit' ? (
        <MountDialog
          storage={storage}
          onDone={() => {
            close();
            reload();
          }}
          onClose={close}
        />
      ) : null}
      {asking === 'remove' ? (
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
