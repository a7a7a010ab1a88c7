import { formatListSize } from '@boxwood/box-sdk/rules';
import { type FileEntry, isFolder, type Place, sortsIn } from '@boxwood/domain';
import type { Column } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { dateTime } from '../../../app-kit/format.ts';
import type { useStamp } from '../../../app-kit/use-when.ts';
import { kindOf } from '../../../file-kit/kinds.ts';
import type { fileWords } from '../../../file-kit/messages.ts';
import { Thumb } from '../../../file-kit/Thumb.tsx';
import { shownName } from '../../../i18n/shown-name.ts';
import type { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';

/** Inputs of {@link desktopColumns}. */
export interface ColumnParts {
  readonly words: ReturnType<typeof useText<(typeof fileWords)['table']>>;
  readonly stamp: ReturnType<typeof useStamp>;
  /** Paths of cut entries. */
  readonly cut: ReadonlySet<string>;
  /** Describes the pending change of a path while the box is unreachable; empty for most. */
  readonly becomes: (path: string) => string;
  /** Visible columns besides the name. */
  readonly shown: readonly string[];
  /** Whether the list can be sorted. */
  readonly ordered: boolean;
  readonly place: Place;
  /** Renders the folder of an entry; null when all entries are in one folder. */
  readonly whereIs: ((entry: FileEntry) => ReactNode) | null;
}

const Becoming = ({ words }: { readonly words: string }) =>
  words === '' ? null : <span className={styles.becoming}>{words}</span>;

/** Columns of the list in the desktop layout. */
export const deskColumns = ({
  words,
  stamp,
  cut,
  becomes,
  shown,
  ordered,
  place,
  whereIs,
}: ColumnParts): readonly Column<FileEntry>[] => {
  return [
    {
      id: 'name',
      header: words('name'),
      width: 'minmax(180px, 1fr)',
      sortable: ordered,
      render: (entry) => (
        <span className={styles.nameCell} data-cut={cut.has(entry.path) || undefined} title={shownName(entry.name)}>
          <Thumb entry={entry} size={22} />
          <span className={styles.name}>{shownName(entry.name)}</span>
          <Becoming words={becomes(entry.path)} />
        </span>
      ),
    },
    ...(whereIs === null
      ? []
      : [
          {
            id: 'folder',
            header: words('location'),
            width: 'minmax(120px, 0.6fr)',
            render: whereIs,
          },
        ]),
    ...(
      [
        {
          id: 'type',
          header: words('type'),
          width: '120px',
          secondary: true,
          render: (entry) => kindOf(entry, words),
        },
        {
          id: 'size',
          header: words('size'),
          width: '104px',
          align: 'end',
          numeric: true,
          sortable: ordered,
          render: (entry) => (
            <span title={isFolder(entry) ? undefined : words('bytes', { count: entry.size })}>
              {formatListSize(entry.size, isFolder(entry))}
            </span>
          ),
        },
        {
          id: 'mtime',
          header: words('modified'),
          width: '164px',
          numeric: true,
          sortable: ordered,
          render: ({ mtime }) => (mtime === 0 ? '' : <time title={dateTime(mtime)}>{stamp(mtime)}</time>),
        },
        {
          id: 'ctime',
          header: words('created'),
          width: '164px',
          numeric: true,
          secondary: true,
          sortable: ordered && sortsIn(place).includes('ctime'),
          render: ({ ctime }) => (ctime === 0 ? '' : <time title={dateTime(ctime)}>{stamp(ctime)}</time>),
        },
      ] satisfies readonly Column<FileEntry>[]
    ).filter(({ id }) => shown.includes(id)),
  ];
};
