import type { FamilyFolder } from '@boxwood/domain';
import {
  type DataListColumn,
  ConfirmDialog,
  cx,
  DataList,
  EmptyState,
  emptySelection,
  FileIcon,
  PhoneRow,
  IconPencil,
  IconFolderOpen,
  IconPlus,
  IconTrash,
  IconUsers,
  type MenuEntry,
  type Selection,
} from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import { dateTime } from '../../kit/app/format-units.ts';
import type { AppLinks } from '../../kit/app/apps/app-links.ts';
import { ListScreen } from '../../kit/app/list-screen/ListScreen.tsx';
import { useListOptions } from '../../kit/app/list-screen/use-list-options.ts';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { usePhonePage } from '../../kit/app/phone-page.ts';
import { DesktopToken, LauncherToken, UserToken } from '../../composition/service-tokens.ts';
import { PhoneFileName } from '../../kit/files/PhoneFileName.tsx';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useAction } from '../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import styles from './family-share.module.css';
import { SharedFolderDialog, type SharedFolderDraft } from './SharedFolderDialog.tsx';
import { messages } from './messages.ts';
import { FamilySharesToken } from './services.ts';
import { nameAt } from '../../kit/files/file-places.ts';

export { bind } from './services.ts';

const keyOf = ({ id }: FamilyFolder): string => id;
const textOf = ({ name }: FamilyFolder): string => name;
/** How often the list is fetched, in ms: another user may share or close a folder. */
const SHARES_POLL_INTERVAL_MS = 30_000;

const emptyDraft: SharedFolderDraft = { id: null, name: '', path: '', members: [] };
const draftOf = (path: string): SharedFolderDraft => ({ ...emptyDraft, path, name: nameAt(path) });

/** Family shares (P-13): own folders and folders of others that several users share. */
export const App = ({ window, params }: AppProps<AppLinks['family-share']>) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const family = useService(FamilySharesToken);
  const launcher = useService(LauncherToken);
  const desktop = useService(DesktopToken);
  const me = useService(UserToken);
  const phoneList = useListOptions();
  const columns = useColumns(me);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [draft, setDraft] = useState<SharedFolderDraft | null>(null);
  const [folderToEnd, setFolderToEnd] = useState<FamilyFolder | null>(null);
  const [handledPath, setHandledPath] = useState<string | undefined>(undefined);
  const [loaded, reload] = useQuery(
    useCallback(() => family.list(), [family]),
    { about: 'shares', every: SHARES_POLL_INTERVAL_MS },
  );
  const { state, run } = useAction();
  // The folder that the user chose in the file browser.
  if (params.path !== handledPath) {
    setHandledPath(params.path);
    if (params.path !== undefined) setDraft(draftOf(params.path));
  }
  const list = loaded.at === 'ready' ? loaded.value : [];
  const chosen = list.find(({ id }) => selection.keys.has(id));
  const disabledReasonOf = (folder: FamilyFolder | undefined): string | undefined => {
    if (folder === undefined) return t('chooseOne');
    return folder.owner === me ? undefined : t('onlyOwner', { owner: folder.owner });
  };
  // The window was opened for one folder, so cancelling the dialog closes the window.
  const [isForOneFolder] = useState(params.path !== undefined);
  const close = (): void => {
    setDraft(null);
    // Clears the parameters, so that a reload does not open the dialog again.
    if (params.path !== undefined) desktop.update(window, { params: {} });
  };
  const open = ({ path }: FamilyFolder): void => {
    launcher.open('files', { params: { path } });
  };
  const menuEntriesOf = (folder: FamilyFolder | undefined): readonly MenuEntry[] => {
    if (folder === undefined) return [];
    const reason = disabledReasonOf(folder);
    const disabled = reason === undefined ? {} : { disabledReason: reason };
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
        ...disabled,
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
        ...disabled,
        onSelect: () => {
          setFolderToEnd(folder);
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
            id: 'add',
            label: t('add'),
            icon: <IconPlus />,
            appliesTo: 'list',
            primary: true,
            onPress: () => {
              setDraft(emptyDraft);
            },
          },
          {
            id: 'edit',
            label: t('edit'),
            icon: <IconPencil />,
            appliesTo: 'chosen',
            disabledReason: disabledReasonOf(chosen),
            onPress: () => {
              setDraft(chosen ?? null);
            },
          },
          {
            id: 'end',
            label: t('end'),
            icon: <IconTrash />,
            appliesTo: 'chosen',
            danger: true,
            busy: state.at === 'running',
            disabledReason: disabledReasonOf(chosen),
            onPress: () => {
              setFolderToEnd(chosen ?? null);
            },
          },
        ]}
        selection={{
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
        total={loaded.at === 'ready' ? t('total', { count: list.length }) : ''}
      >
        <LoadedContent request={loaded} reload={reload}>
          {(folders) => (
            <DataList<FamilyFolder>
              label={t('list')}
              items={folders}
              keyOf={keyOf}
              textOf={textOf}
              columns={columns}
              {...phoneList}
              single
              selection={selection}
              onSelectionChange={setSelection}
              onOpen={open}
              autoFocus
              contextMenu={{ label: t('menu'), entries: (_, item) => menuEntriesOf(item ?? undefined) }}
              empty={<EmptyState icon={<IconUsers />} title={t('emptyTitle')} text={t('emptyText')} />}
            />
          )}
        </LoadedContent>
      </ListScreen>
      {draft === null ? null : (
        <SharedFolderDialog
          key={draft.id ?? draft.path}
          draft={draft}
          onDone={() => {
            close();
            reload();
          }}
          onClose={() => {
            if (isForOneFolder && params.path !== undefined) desktop.close(window);
            else close();
          }}
        />
      )}
      {folderToEnd === null ? null : (
        <ConfirmDialog
          open
          danger
          title={t('endTitle', { name: safeDisplayName(folderToEnd.name) })}
          message={t('endText')}
          confirmLabel={t('end')}
          cancelLabel={c('cancel')}
          closeLabel={c('close')}
          onConfirm={() => {
            setFolderToEnd(null);
            run(
              () => family.end(folderToEnd.id),
              () => {
                setSelection(emptySelection);
                reload();
              },
            );
          }}
          onClose={() => {
            setFolderToEnd(null);
          }}
        />
      )}
    </>
  );
};

const useColumns = (me: string): readonly DataListColumn<FamilyFolder>[] => {
  const t = useText(messages);
  const isPhone = usePhonePage() !== null;
  return useMemo(
    () =>
      isPhone
        ? [
            {
              id: 'name',
              header: t('name'),
              width: 'minmax(0, 1fr)',
              render: ({ name, owner, members }) => (
                <PhoneRow
                  icon={<FileIcon kind="folder" size={40} />}
                  name={<PhoneFileName name={safeDisplayName(name)} />}
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
                  <span className={styles.text}>{safeDisplayName(name)}</span>
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
    [t, me, isPhone],
  );
};
