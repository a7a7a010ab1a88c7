import type { OwnShare } from '@boxwood/domain';
import { epochSeconds, SHARES_PAGE_SIZE } from '@boxwood/domain';
import {
  ConfirmDialog,
  DataList,
  EmptyState,
  emptySelection,
  IconFolderOpen,
  IconPlus,
  IconShare,
  IconTrash,
  type MenuEntry,
  Pager,
  type Selection,
} from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { ListScreen } from '../../kit/app/list-screen/ListScreen.tsx';
import { useListOptions } from '../../kit/app/list-screen/use-list-options.ts';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { ClockToken, LauncherToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useAction } from '../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { useShareColumns, useShareName } from './share-columns.tsx';
import { messages } from './messages.ts';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { type NewLinkDraft, NewLinkDialog } from './NewLinkDialog.tsx';
import styles from './shares.module.css';
import { useShares } from '../../kit/files/share/shares-service.ts';

const LinkDialog = lazyComponent(async () => (await import('./LinkDialog.tsx')).LinkDialog);

const keyOf = ({ id }: OwnShare): string => id;
/** How often visits and expiry are fetched, in ms. */
const LINKS_POLL_INTERVAL_MS = 30_000;

/** My shared links (P-15): address, code, times and visits of every link; one or several can be ended. */
export const App = () => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const shares = useShares();
  const launcher = useService(LauncherToken);
  const now = epochSeconds(useService(ClockToken));
  const failureText = useFailureText();
  const nameOf = useShareName();
  const phoneList = useListOptions();
  const columns = useShareColumns(now);
  const [page, setPage] = useState(1);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [openId, setOpenId] = useState<string | null>(null);
  const [newLink, setNewLink] = useState<NewLinkDraft | null>(null);
  const [idsToEnd, setIdsToEnd] = useState<readonly string[] | null>(null);
  const [loaded, reload] = useQuery(
    useCallback(() => shares.list(page), [shares, page]),
    { about: 'shares', every: LINKS_POLL_INTERVAL_MS },
  );
  const { state, run } = useAction();
  const { total, list } = loaded.at === 'ready' ? loaded.value : { total: 0, list: [] };
  const pages = Math.max(1, Math.ceil(total / SHARES_PAGE_SIZE));
  const chosenIds = list.filter(({ id }) => selection.keys.has(id)).map(keyOf);
  const openShare = list.find(({ id }) => id === openId);
  const expiredIds = list.filter(({ ends }) => ends <= now).map(keyOf);

  const endLinks = (ids: readonly string[]): void => {
    run(
      () => shares.end(ids),
      () => {
        setSelection(emptySelection);
        // The last page no longer exists when all of its links were ended.
        if (ids.length === list.length && page > 1) setPage(page - 1);
        else reload();
      },
    );
  };
  const menuEntriesOf = (ids: readonly string[]): readonly MenuEntry[] => {
    const [firstShare] = list.filter(({ id }) => ids.includes(id));
    if (firstShare === undefined) return [];
    return [
      {
        kind: 'action',
        id: 'folder',
        label: t('showFolder'),
        icon: <IconFolderOpen />,
        onSelect: () => {
          launcher.open('files', { params: { path: firstShare.folder } });
        },
      },
      {
        kind: 'action',
        id: 'end',
        label: t('end'),
        icon: <IconTrash />,
        danger: true,
        onSelect: () => {
          setIdsToEnd(ids);
        },
      },
    ];
  };

  return (
    <>
      <ListScreen
        label={t('toolbar')}
        actions={[
          {
            id: 'new',
            label: t('newLink'),
            icon: <IconPlus />,
            appliesTo: 'list',
            primary: true,
            onPress: () => {
              setNewLink({ path: null });
            },
          },
          {
            id: 'end',
            label: t('end'),
            icon: <IconTrash />,
            appliesTo: 'chosen',
            danger: true,
            busy: state.at === 'running',
            disabledReason: chosenIds.length === 0 ? t('chooseFirst') : undefined,
            onPress: () => {
              setIdsToEnd(chosenIds);
            },
          },
          {
            id: 'expired',
            label: t('clearExpired'),
            appliesTo: 'list',
            disabledReason: expiredIds.length === 0 ? t('noneExpired') : undefined,
            onPress: () => {
              endLinks(expiredIds);
            },
          },
        ]}
        selection={{
          count: chosenIds.length,
          clear: () => {
            setSelection(emptySelection);
          },
        }}
        busy={loaded.at === 'loading'}
        onRefresh={reload}
        notice={
          state.at === 'failed' ? (
            <p role="alert" className={styles.wrong}>
              {failureText(state.failure).text}
            </p>
          ) : null
        }
        total={t('total', { count: total })}
        pager={
          pages === 1 ? undefined : (
            <Pager
              label={t('pager')}
              page={page}
              pages={pages}
              pageText={t('page', { page, pages })}
              firstLabel={t('firstPage')}
              previousLabel={t('previousPage')}
              nextLabel={t('nextPage')}
              lastLabel={t('lastPage')}
              onPage={setPage}
            >
              <span>{t('total', { count: total })}</span>
            </Pager>
          )
        }
      >
        <LoadedContent request={loaded} reload={reload}>
          {() => (
            <DataList<OwnShare>
              label={t('list')}
              items={list}
              keyOf={keyOf}
              textOf={nameOf}
              columns={columns}
              selection={selection}
              onSelectionChange={setSelection}
              onOpen={({ id }) => {
                setOpenId(id);
              }}
              {...phoneList}
              selectAllLabel={t('selectAll')}
              autoFocus
              onKeyDown={(event) => {
                if (event.key !== 'Delete' || chosenIds.length === 0) return;
                event.preventDefault();
                setIdsToEnd(chosenIds);
              }}
              contextMenu={{ label: t('menu'), entries: (menu) => menuEntriesOf([...menu.keys]) }}
              empty={<EmptyState icon={<IconShare />} title={t('emptyTitle')} text={t('emptyText')} />}
            />
          )}
        </LoadedContent>
      </ListScreen>
      {openShare === undefined ? null : (
        <LinkDialog
          share={openShare}
          now={now}
          onEnd={() => {
            setOpenId(null);
            setIdsToEnd([openShare.id]);
          }}
          onClose={() => {
            setOpenId(null);
          }}
        />
      )}
      {newLink === null ? null : (
        <NewLinkDialog
          draft={newLink}
          onDraftChange={(next) => {
            setNewLink(next);
            if (next === null) reload();
          }}
        />
      )}
      {idsToEnd === null ? null : (
        <ConfirmDialog
          open
          danger
          title={t('endTitle', { count: idsToEnd.length })}
          message={t('endText')}
          confirmLabel={t('end')}
          cancelLabel={c('cancel')}
          closeLabel={c('close')}
          onConfirm={() => {
            setIdsToEnd(null);
            endLinks(idsToEnd);
          }}
          onClose={() => {
            setIdsToEnd(null);
          }}
        />
      )}
    </>
  );
};
