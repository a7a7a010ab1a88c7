import type { FamilyFolder } from '@boxwood/domain';
import {
  type Column,
  ConfirmDialog,
  cx,
  DataList,
  EmptyState,
  emptySelection,
  FileIcon,
  HandRow,
  IconPencil,
  IconFolderOpen,
  IconPlus,
  IconTrash,
  IconUsers,
  type MenuEntry,
  type Selection,
} from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import type { AppProps } from '../../app-kit/define-app.ts';
import { dateTime } from '../../app-kit/format.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { ListScreen } from '../../app-kit/list-screen/ListScreen.tsx';
import { useHandList } from '../../app-kit/list-screen/use-hand-list.ts';
import { Shown } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { DesktopToken, LauncherToken, UserToken } from '../../composition/tokens.ts';
import { HandName } from '../../file-kit/HandName.tsx';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useAction } from '../../react/use-outcome.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './family-share.module.css';
import { FolderDialog, type FolderDraft } from './FolderDialog.tsx';
import { messages } from './messages.ts';
import { FamilySharesToken } from './services.ts';
import { nameAt } from '../../file-kit/places.ts';

export { bind } from './services.ts';

const keyOf = ({ id }: FamilyFolder): string => id;
const textOf = ({ name }: FamilyFolder): string => name;
/** How often the list is fetched, in ms: another user may share or close a folder. */
const REFRESH_MS = 30_000;

const nothing: FolderDraft = { id: null, name: '', path: '', members: [] };
const draftOf = (path: string): FolderDraft => ({ ...nothing, path, name: nameAt(path) });

/** Family shares (P-13): own folders and folders of others that several users share. */
export const App = ({ window, params }: AppProps<AppLinks['family-share']>) => {
  const t = useText(messages);
  const c = useText(common);
  const failureText = useFailureText();
  const family = useService(FamilySharesToken);
  const launcher = useService(LauncherToken);
  const desktop = useService(DesktopToken);
  const me = useService(UserToken);
  const hand = useHandList();
  const columns = useColumns(me);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [draft, setDraft] = useState<FolderDraft | null>(null);
  const [ending, setEnding] = useState<FamilyFolder | null>(null);
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const [loaded, reload] = useQuery(
    useCallback(() => family.list(), [family]),
    { about: 'shares', every: REFRESH_MS },
  );
  const { state, run } = useAction();
  // The folder that the user chose in the file browser.
  if (params.path !== asked) {
    setAsked(params.path);
    if (params.path !== undefined) setDraft(draftOf(params.path));
  }
  const list = loaded.at === 'ready' ? loaded.value : [];
  const chosen = list.find(({ id }) => selection.keys.has(id));
  const why = (folder: FamilyFolder | undefined): string | undefined => {
    if (folder === undefined) return t('chooseOne');
    return folder.owner === me ? undefined : t('onlyOwner', { owner: folder.owner });
  };
  // The window was opened for one folder, so cancelling the dialog closes the window.
  const [forOne] = useState(params.path !== undefined);
  const close = (): void => {
    setDraft(null);
    // Clears the parameters, so that a reload does not open the dialog again.
    if (params.path !== undefined) desktop.update(window, { params: {} });
  };
  const open = ({ path }: FamilyFolder): void => {
    launcher.open('files', { params: { path } });
  };
  const entries = (folder: FamilyFolder | undefined): readonly MenuEntry[] => {
    if (folder === undefined) return [];
    const reason = why(folder);
    const refused = reason === undefined ? {} : { disabledReason: reason };
    return [
      {
        kind: 'action',
        id: 'open',
        label: t('open'),
        icon: <IconFolderOpen />,
        onSelect: () => {
          open(folder);
        },
      },
      {
        kind: 'action',
        id: 'edit',
        label: t('edit'),
        icon: <IconPencil />,
        ...refused,
        onSelect: () => {
          setDraft(folder);
        },
      },
      {
        kind: 'action',
        id: 'end',
        label: t('end'),
        icon: <IconTrash />,
        danger: true,
        ...refused,
        onSelect: () => {
          setEnding(folder);
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
            id: 'add',
            label: t('add'),
            icon: <IconPlus />,
            of: 'list',
            primary: true,
            onPress: () => {
              setDraft(nothing);
            },
          },
          {
            id: 'edit',
            label: t('edit'),
            icon: <IconPencil />,
            of: 'chosen',
            disabledReason: why(chosen),
            onPress: () => {
              setDraft(chosen ?? null);
            },
          },
          {
            id: 'end',
            label: t('end'),
            icon: <IconTrash />,
            of: 'chosen',
            danger: true,
            busy: state.at === 'running',
            disabledReason: why(chosen),
            onPress: () => {
              setEnding(chosen ?? null);
            },
          },
        ]}
        chosen={{
          count: chosen === undefined ? 0 : 1,
          clear: () => {
            setSelection(emptySelection);
          },
        }}
        busy={loaded.at === 'loading'}
        onRefresh={reload}
        notice={
          state.at === 'failed' ? (
            <p role="alert" className={cx(styles.wrong, styles.notice)}>
              {failureText(state.failure).text}
            </p>
          ) : null
        }
        total={t('total', { count: list.length })}
      >
        <Shown of={loaded} reload={reload}>
          {(folders) => (
            <DataList<FamilyFolder>
              label={t('list')}
              items={folders}
              keyOf={keyOf}
              textOf={textOf}
              columns={columns}
              {...hand}
              single
              selection={selection}
              onSelectionChange={setSelection}
              onOpen={open}
              autoFocus
              contextMenu={{ label: t('menu'), entries: (_, item) => entries(item ?? undefined) }}
              empty={<EmptyState icon={<IconUsers />} title={t('emptyTitle')} text={t('emptyText')} />}
            />
          )}
        </Shown>
      </ListScreen>
      {draft === null ? null : (
        <FolderDialog
          key={draft.id ?? draft.path}
          draft={draft}
          onDone={() => {
            close();
            reload();
          }}
          onClose={() => {
            if (forOne && params.path !== undefined) desktop.close(window);
            else close();
          }}
        />
      )}
      {ending === null ? null : (
        <ConfirmDialog
          open
          danger
          title={t('endTitle', { name: shownName(ending.name) })}
          message={t('endText')}
          confirmLabel={t('end')}
          cancelLabel={c('cancel')}
          closeLabel={c('close')}
          onConfirm={() => {
            setEnding(null);
            run(
              () => family.end(ending.id),
              () => {
                setSelection(emptySelection);
                reload();
              },
            );
          }}
          onClose={() => {
            setEnding(null);
          }}
        />
      )}
    </>
  );
};

const useColumns = (me: string): readonly Column<FamilyFolder>[] => {
  const t = useText(messages);
  const phone = usePhonePage() !== null;
  return useMemo(
    () =>
      phone
        ? [
            {
              id: 'name',
              header: t('name'),
              width: 'minmax(0, 1fr)',
              render: ({ name, owner, members }) => (
                <HandRow
                  icon={<FileIcon kind="folder" size={40} />}
                  name={<HandName name={shownName(name)} />}
                  facts={[
                    owner === me ? t('yours') : t('from', { owner }),
                    members.length === 0 ? t('nobody') : t('with', { people: members.join(', ') }),
                  ]}
                />
              ),
            },
          ]
        : [
            {
              id: 'name',
              header: t('name'),
              width: 'minmax(160px, 1.2fr)',
              render: ({ name }) => (
                <span className={styles.cell}>
                  <FileIcon kind="folder" />
                  <span className={styles.text}>{shownName(name)}</span>
                </span>
              ),
            },
            {
              id: 'owner',
              header: t('sharedBy'),
              width: 'minmax(96px, 0.6fr)',
              render: ({ owner }) => <span className={styles.text}>{owner === me ? t('you') : owner}</span>,
            },
            {
              id: 'people',
              header: t('people'),
              width: 'minmax(140px, 1fr)',
              render: ({ members }) => (
                <span className={styles.text}>{members.length === 0 ? t('nobody') : members.join(', ')}</span>
              ),
            },
            {
              id: 'created',
              header: t('created'),
              width: '160px',
              secondary: true,
              numeric: true,
              render: ({ created }) => dateTime(created),
            },
          ],
    [t, me, phone],
  );
};
