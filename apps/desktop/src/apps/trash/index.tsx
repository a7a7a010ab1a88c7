import { formatListSize, PAGE_SIZES } from '@boxwood/box-sdk/rules';
import type { TrashedItem } from '@boxwood/domain';
import { isFolder } from '@boxwood/domain';
import {
  type Column,
  ConfirmDialog,
  DataList,
  EmptyState,
  emptySelection,
  FileIcon,
  HandRow,
  IconTrash,
  IconUndo,
  type MenuEntry,
  type Selection,
  type Sort,
} from '@boxwood/ui';
import { useEffect, useMemo, useState } from 'react';
import { dateTime } from '../../app-kit/format.ts';
import { ListScreen } from '../../app-kit/list-screen/ListScreen.tsx';
import { useHandList } from '../../app-kit/list-screen/use-hand-list.ts';
import { FailureState } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import type { AppProps } from '../../app-kit/define-app.ts';
import type { Nothing } from '../../app-kit/links.ts';
import { useStamp, useWhen } from '../../app-kit/use-when.ts';
import { HandName } from '../../file-kit/HandName.tsx';
import { iconOf, kindOf } from '../../file-kit/kinds.ts';
import { fileWords } from '../../file-kit/messages.ts';
import { UndoKeys } from '../../file-kit/UndoKeys.tsx';
import { usePathInWords } from '../../file-kit/use-path-in-words.ts';
import { useChanged } from '../../react/use-changed.ts';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { sorted } from './sorted.ts';
import styles from './trash.module.css';
import { shownName } from '../../i18n/shown-name.ts';
import { useTrash } from '../../file-kit/trash-service.ts';

const keyOf = ({ id }: TrashedItem): string => id;
const textOf = ({ name }: TrashedItem): string => name;

type Question =
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'taken'; readonly ids: readonly string[] };

/** The recycle bin (P-18): deleted items with their origin and time; restore, delete permanently, empty. */
export const App = ({ window }: AppProps<Nothing>) => {
  const t = useText(messages);
  const trash = useTrash();
  const state = useStream(trash.state$);
  const hand = useHandList();
  const columns = useColumns();
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [sort, setSort] = useState<Sort>({ column: 'deleted', direction: 'descending' });
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    trash.load();
  }, [trash]);
  // Does not reload after the user has scrolled past the first page.
  useChanged('trash', () => {
    if (state.items.length <= PAGE_SIZES.listing) trash.load();
  });
  const items = useMemo(() => sorted(state.items, sort), [state.items, sort]);
  const ids = items.filter(({ id }) => selection.keys.has(id)).map(({ id }) => id);
  const none = ids.length === 0 ? t('chooseFirst') : undefined;

  const restore = (which: readonly string[], keepBoth = false): void => {
    trash.restore(which, keepBoth).subscribe((result) => {
      setSelection(emptySelection);
      const { items: left } = trash.state$.value;
      const stayed = which.filter((id) => left.some((item) => item.id === id));
      if (result._tag === 'Right' && stayed.length > 0 && !keepBoth) setQuestion({ kind: 'taken', ids: stayed });
    });
  };
  const remove = (which: readonly string[]): void => {
    trash.remove(which).subscribe(() => {
      setSelection(emptySelection);
    });
  };
  const entries = (which: readonly string[]): readonly MenuEntry[] =>
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
        acts={[
          {
            id: 'restore',
            label: t('restore'),
            icon: <IconUndo />,
            of: 'chosen',
            primary: true,
            disabledReason: none,
            onPress: () => {
              restore(ids);
            },
          },
          {
            id: 'remove',
            label: t('remove'),
            icon: <IconTrash />,
            of: 'chosen',
            danger: true,
            disabledReason: none,
            onPress: () => {
              setQuestion({ kind: 'remove', ids });
            },
          },
          {
            id: 'empty',
            label: t('empty'),
            of: 'list',
            danger: true,
            disabledReason: state.total === 0 ? t('nothing') : undefined,
            onPress: () => {
              setQuestion({ kind: 'empty' });
            },
          },
        ]}
        chosen={{
          count: ids.length,
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
            {...hand}
            selectAllLabel={t('selectAll')}
            busy={state.loading}
            sort={sort}
            onSortChange={setSort}
            autoFocus
            onReachEnd={() => {
              trash.more();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Delete' || ids.length === 0) return;
              event.preventDefault();
              setQuestion({ kind: 'remove', ids });
            }}
            contextMenu={{ label: t('menu'), entries: (now) => entries([...now.keys]) }}
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
      <Asked
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

const useColumns = (): readonly Column<TrashedItem>[] => {
  const t = useText(messages);
  const w = useText(fileWords);
  const inWords = usePathInWords();
  const when = useWhen();
  const stamp = useStamp();
  const phone = usePhonePage() !== null;
  return useMemo(
    () =>
      phone
        ? [
            {
              id: 'name',
              header: w('name'),
              width: 'minmax(0, 1fr)',
              render: (item) => (
                <HandRow
                  icon={<FileIcon kind={iconOf({ type: item.type, path: item.from })} name={item.name} size={40} />}
                  name={<HandName name={shownName(item.name)} />}
                  facts={[when(item.deleted), inWords(item.from)]}
                />
              ),
            },
          ]
        : [
            {
              id: 'name',
              header: w('name'),
              width: 'minmax(180px, 1fr)',
              sortable: true,
              render: (item) => (
                <span className={styles.nameCell}>
                  <FileIcon kind={iconOf({ type: item.type, path: item.from })} name={item.name} size={22} />
                  <span className={styles.name}>{shownName(item.name)}</span>
                </span>
              ),
            },
            { id: 'type', header: w('type'), width: '110px', secondary: true, render: (item) => kindOf(item, w) },
            {
              id: 'size',
              header: w('size'),
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
              render: (item) => <span className={styles.name}>{inWords(item.from)}</span>,
            },
            {
              id: 'deleted',
              header: t('deleted'),
              width: '164px',
              numeric: true,
              sortable: true,
              render: ({ deleted }) => <time title={dateTime(deleted)}>{stamp(deleted)}</time>,
            },
          ],
    [t, w, inWords, when, stamp, phone],
  );
};

const Asked = ({
  question,
  onClose,
  onRemove,
  onEmpty,
  onKeepBoth,
}: {
  readonly question: Question | null;
  readonly onClose: () => void;
  readonly onRemove: (ids: readonly string[]) => void;
  readonly onEmpty: () => void;
  readonly onKeepBoth: (ids: readonly string[]) => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
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
