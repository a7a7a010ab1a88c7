import type { OwnShare } from '@boxwood/domain';
import { seconds, SHARES_PAGE } from '@boxwood/domain';
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
import { ListScreen } from '../../app-kit/list-screen/ListScreen.tsx';
import { useHandList } from '../../app-kit/list-screen/use-hand-list.ts';
import { Shown } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { ClockToken, LauncherToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useAction } from '../../react/use-outcome.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import { useColumns, useNames } from './columns.tsx';
import { messages } from './messages.ts';
import { part } from '../../app-kit/part.tsx';
import { type Making, NewLink } from './NewLink.tsx';
import styles from './shares.module.css';
import { useShares } from '../../file-kit/share/shares-service.ts';

const LinkDialog = part(async () => (await import('./LinkDialog.tsx')).LinkDialog);

const keyOf = ({ id }: OwnShare): string => id;
/** How often visits and expiry are fetched, in ms. */
const REFRESH_MS = 30_000;

/** My shared links (P-15): address, code, times and visits of every link; one or several can be ended. */
export const App = () => {
  const t = useText(messages);
  const c = useText(common);
  const shares = useShares();
  const launcher = useService(LauncherToken);
  const now = seconds(useService(ClockToken));
  const failureText = useFailureText();
  const nameOf = useNames();
  const hand = useHandList();
  const columns = useColumns(now);
  const [page, setPage] = useState(1);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [open, setOpen] = useState<string | null>(null);
  const [making, setMaking] = useState<Making | null>(null);
  const [question, setQuestion] = useState<readonly string[] | null>(null);
  const [loaded, reload] = useQuery(
    useCallback(() => shares.list(page), [shares, page]),
    { about: 'shares', every: REFRESH_MS },
  );
  const { state, run } = useAction();
  const { total, list } = loaded.at === 'ready' ? loaded.value : { total: 0, list: [] };
  const pages = Math.max(1, Math.ceil(total / SHARES_PAGE));
  const chosen = list.filter(({ id }) => selection.keys.has(id)).map(keyOf);
  const opened = list.find(({ id }) => id === open);
  const expired = list.filter(({ ends }) => ends <= now).map(keyOf);

  const end = (ids: readonly string[]): void => {
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
  const entries = (ids: readonly string[]): readonly MenuEntry[] => {
    const [one] = list.filter(({ id }) => ids.includes(id));
    if (one === undefined) return [];
    return [
      {
        kind: 'action',
        id: 'folder',
        label: t('showFolder'),
        icon: <IconFolderOpen />,
        onSelect: () => {
          launcher.open('files', { params: { path: one.folder } });
        },
      },
      {
        kind: 'action',
        id: 'end',
        label: t('end'),
        icon: <IconTrash />,
        danger: true,
        onSelect: () => {
          setQuestion(ids);
        },
      },
    ];
  };

  return (
    <>
      <ListScreen
        label={t('toolbar')}
        acts={[
          {
            id: 'new',
            label: t('newLink'),
            icon: <IconPlus />,
            of: 'list',
            primary: true,
            onPress: () => {
              setMaking({ path: null });
            },
          },
          {
            id: 'end',
            label: t('end'),
            icon: <IconTrash />,
            of: 'chosen',
            danger: true,
            busy: state.at === 'running',
            disabledReason: chosen.length === 0 ? t('chooseFirst') : undefined,
            onPress: () => {
              setQuestion(chosen);
            },
          },
          {
            id: 'expired',
            label: t('clearExpired'),
            of: 'list',
            disabledReason: expired.length === 0 ? t('noneExpired') : undefined,
            onPress: () => {
              end(expired);
            },
          },
        ]}
        chosen={{
          count: chosen.length,
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
        <Shown of={loaded} reload={reload}>
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
                setOpen(id);
              }}
              {...hand}
              selectAllLabel={t('selectAll')}
              autoFocus
              onKeyDown={(event) => {
                if (event.key !== 'Delete' || chosen.length === 0) return;
                event.preventDefault();
                setQuestion(chosen);
              }}
              contextMenu={{ label: t('menu'), entries: (menu) => entries([...menu.keys]) }}
              empty={<EmptyState icon={<IconShare />} title={t('emptyTitle')} text={t('emptyText')} />}
            />
          )}
        </Shown>
      </ListScreen>
      {opened === undefined ? null : (
        <LinkDialog
          share={opened}
          now={now}
          onEnd={() => {
            setOpen(null);
            setQuestion([opened.id]);
          }}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
      {making === null ? null : (
        <NewLink
          making={making}
          onMaking={(next) => {
            setMaking(next);
            if (next === null) reload();
          }}
        />
      )}
      {question === null ? null : (
        <ConfirmDialog
          open
          danger
          title={t('endTitle', { count: question.length })}
          message={t('endText')}
          confirmLabel={t('end')}
          cancelLabel={c('cancel')}
          closeLabel={c('close')}
          onConfirm={() => {
            setQuestion(null);
            end(question);
          }}
          onClose={() => {
            setQuestion(null);
          }}
        />
      )}
    </>
  );
};
