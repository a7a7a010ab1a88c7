import { formatListSize, PAGE_SIZES } from '@boxwood/box-sdk/rules';
import type { TrashedItem } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import {
  type DataListColumn,
  ConfirmDialog,
  DataList,
  EmptyState,
  emptySelection,
  FileIcon,
  PhoneRow,
  IconTrash,
  IconUndo,
  type MenuEntry,
  type Selection,
  type SortOrder,
} from '@boxwood/ui';
import { useEffect, useMemo, useState } from 'react';
import { dateTime } from '../../kit/app/format-units.ts';
import { ListScreen } from '../../kit/app/list-screen/ListScreen.tsx';
import { useListOptions } from '../../kit/app/list-screen/use-list-options.ts';
import { FailureState } from '../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { usePhonePage } from '../../kit/app/phone-page.ts';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { NoParams } from '../../kit/app/apps/app-links.ts';
import { useTimestamp, useShortTime } from '../../kit/app/use-relative-time.ts';
import { PhoneFileName } from '../../kit/files/PhoneFileName.tsx';
import { iconOf, kindOf } from '../../kit/files/file-kinds.ts';
import { fileMessages } from '../../kit/files/messages.ts';
import { UndoKeys } from '../../kit/files/UndoKeys.tsx';
import { useDisplayPath } from '../../kit/files/use-display-path.ts';
import { useBoxChange } from '../../platform/react/use-box-change.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { sortTrashedItems } from './sort-trash.ts';
import styles from './trash.module.css';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useTrash } from '../../kit/files/trash-service.ts';

const keyOf = ({ id }: TrashedItem): string => id;
const textOf = ({ name }: TrashedItem): string => name;

type TrashQuestion =
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'taken'; readonly ids: readonly string[] };

/** The recycle bin (P-18): deleted items with their origin and time; restore, delete permanently, empty. */
export const App = ({ window }: AppProps<NoParams>) => {
  const t = useText(messages);
  const trash = useTrash();
  const state = useStream(trash.state$);
  const phoneList = useListOptions();
  const columns = useTrashColumns();
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [sort, setSort] = useState<SortOrder>({ column: 'deleted', direction: 'descending' });
  const [question, setQuestion] = useState<TrashQuestion | null>(null);
  useEffect(() => {
    trash.load();
  }, [trash]);
  // Does not reload after the user has scrolled past the first page.
  useBoxChange('trash', () => {
    if (state.items.length <= PAGE_SIZES.listing) trash.load();
  });
  const items = useMemo(() => sortTrashedItems(state.items, sort), [state.items, sort]);
  const chosenIds = items.filter(({ id }) => selection.keys.has(id)).map(({ id }) => id);
  const noneChosenReason = chosenIds.length === 0 ? t('chooseFirst') : undefined;

  const restore = (which: readonly string[], keepBoth = false): void => {
    trash.restore(which, keepBoth).subscribe((result) => {
      setSelection(emptySelection);
      const { items: remainingItems } = trash.state$.value;
      const conflictingIds = which.filter((id) => remainingItems.some((item) => item.id === id));
      if (result._tag === 'Right' && conflictingIds.length > 0 && !keepBoth)
        setQuestion({ kind: 'taken', ids: conflictingIds });
    });
  };
  const remove = (which: readonly string[]): void => {
    trash.remove(which).subscribe(() => {
      setSelection(emptySelection);
    });
  };
  const menuEntriesOf = (which: readonly string[]): readonly MenuEntry[] =>
    which.length === 0
      ? []
      : [
          {
            kind: 'action',
            id: 'restore',
            label: t('restore'),
            icon: <IconUndo />,
            onSelect: () => {
              restore(which);
            },
          },
          {
            kind: 'action',
            id: 'both',
            label: t('restoreBoth'),
            onSelect: () => {
              restore(which, true);
            },
          },
          { kind: 'separator', id: 'line' },
          {
            kind: 'action',
            id: 'remove',
            label: t('remove'),
            icon: <IconTrash />,
            danger: true,
            onSelect: () => {
              setQuestion({ kind: 'remove', ids: which });
            },
          },
        ];

  return (
    <>
      <ListScreen
        label={t('toolbar')}
        actions={[
          {
            id: 'restore',
            label: t('restore'),
            icon: <IconUndo />,
            appliesTo: 'chosen',
            primary: true,
            disabledReason: noneChosenReason,
            onPress: () => {
              restore(chosenIds);
            },
          },
          {
            id: 'remove',
            label: t('remove'),
            icon: <IconTrash />,
            appliesTo: 'chosen',
            danger: true,
            disabledReason: noneChosenReason,
            onPress: () => {
              setQuestion({ kind: 'remove', ids: chosenIds });
            },
          },
          {
            id: 'empty',
            label: t('empty'),
            appliesTo: 'list',
            danger: true,
            disabledReason: state.total === 0 ? t('nothing') : undefined,
            onPress: () => {
              setQuestion({ kind: 'empty' });
            },
          },
        ]}
        selection={{
          count: chosenIds.length,
          clear: () => {
            setSelection(emptySelection);
          },
        }}
        busy={state.loading}
        onRefresh={() => {
          trash.load();
        }}
        total={t('total', { count: state.total })}
      >
        {state.failure === null ? (
          <DataList<TrashedItem>
            label={t('list')}
            items={items}
            keyOf={keyOf}
            textOf={textOf}
            columns={columns}
            selection={selection}
            onSelectionChange={setSelection}
            {...phoneList}
            selectAllLabel={t('selectAll')}
            busy={state.loading}
            sort={sort}
            onSortChange={setSort}
            autoFocus
            onReachEnd={() => {
              trash.loadMore();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Delete' || chosenIds.length === 0) return;
              event.preventDefault();
              setQuestion({ kind: 'remove', ids: chosenIds });
            }}
            contextMenu={{ label: t('menu'), entries: (now) => menuEntriesOf([...now.keys]) }}
            empty={<EmptyState icon={<IconTrash />} title={t('emptyTitle')} text={t('emptyText')} />}
          />
        ) : (
          <FailureState
            failure={state.failure}
            onRetry={() => {
              trash.load();
            }}
          />
        )}
      </ListScreen>
      <UndoKeys window={window} />
      <TrashDialogs
        question={question}
        onClose={() => {
          setQuestion(null);
        }}
        onRemove={remove}
        onEmpty={() => trash.empty()}
        onKeepBoth={(which) => {
          restore(which, true);
        }}
      />
    </>
  );
};

const useTrashColumns = (): readonly DataListColumn<TrashedItem>[] => {
  const t = useText(messages);
  const fileText = useText(fileMessages);
  const formatPath = useDisplayPath();
  const formatTime = useShortTime();
  const formatStamp = useTimestamp();
  const isPhone = usePhonePage() !== null;
  return useMemo(
    () =>
      isPhone
        ? [
            {
              id: 'name',
              header: fileText('name'),
              width: 'minmax(0, 1fr)',
              render: (item) => (
                <PhoneRow
                  icon={<FileIcon kind={iconOf({ type: item.type, path: item.from })} name={item.name} size={40} />}
                  name={<PhoneFileName name={safeDisplayName(item.name)} />}
                  facts={[formatTime(item.deleted), formatPath(item.from)]}
                />
              ),
            },
          ]
        : [
            {
              id: 'name',
              header: fileText('name'),
              width: 'minmax(180px, 1fr)',
              sortable: true,
              render: (item) => (
                <span className={styles.nameCell}>
                  <FileIcon kind={iconOf({ type: item.type, path: item.from })} name={item.name} size={22} />
                  <span className={styles.name}>{safeDisplayName(item.name)}</span>
                </span>
              ),
            },
            {
              id: 'type',
              header: fileText('type'),
              width: '110px',
              secondary: true,
              render: (item) => kindOf(item, fileText),
            },
            {
              id: 'size',
              header: fileText('size'),
              width: '104px',
              secondary: true,
              align: 'end',
              numeric: true,
              sortable: true,
              render: (item) => formatListSize(item.size, isFolder(item)),
            },
            {
              id: 'from',
              header: t('from'),
              width: 'minmax(140px, 0.7fr)',
              render: (item) => <span className={styles.name}>{formatPath(item.from)}</span>,
            },
            {
              id: 'deleted',
              header: t('deleted'),
              width: '164px',
              numeric: true,
              sortable: true,
              render: ({ deleted }) => <time title={dateTime(deleted)}>{formatStamp(deleted)}</time>,
            },
          ],
    [t, fileText, formatPath, formatTime, formatStamp, isPhone],
  );
};

const TrashDialogs = ({
  question,
  onClose,
  onRemove,
  onEmpty,
  onKeepBoth,
}: {
  readonly question: TrashQuestion | null;
  readonly onClose: () => void;
  readonly onRemove: (ids: readonly string[]) => void;
  readonly onEmpty: () => void;
  readonly onKeepBoth: (ids: readonly string[]) => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  if (question === null) return null;
  const shared = { open: true, cancelLabel: c('cancel'), closeLabel: c('close'), onClose } as const;
  switch (question.kind) {
    case 'remove':
      return (
        <ConfirmDialog
          {...shared}
          danger
          title={t('removeTitle', { count: question.ids.length })}
          message={t('removeText')}
          confirmLabel={t('remove')}
          onConfirm={() => {
            onClose();
            onRemove(question.ids);
          }}
        />
      );
    case 'empty':
      return (
        <ConfirmDialog
          {...shared}
          danger
          title={t('emptyAsk')}
          message={t('emptyAskText')}
          confirmLabel={t('empty')}
          onConfirm={() => {
            onClose();
            onEmpty();
          }}
        />
      );
    case 'taken':
      return (
        <ConfirmDialog
          {...shared}
          title={t('takenTitle')}
          message={t('takenText', { count: question.ids.length })}
          cancelLabel={t('skip')}
          confirmLabel={t('keepBoth')}
          onConfirm={() => {
            onClose();
            onKeepBoth(question.ids);
          }}
        />
      );
  }
};
