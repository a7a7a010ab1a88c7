import { formatListSize } from '@boxwood/box-sdk/rules';
import { type FileEntry, isFolder, type Place, supportedSorts } from '@boxwood/domain';
import type { DataListColumn } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { dateTime } from '../../../kit/app/format-units.ts';
import type { useTimestamp } from '../../../kit/app/use-relative-time.ts';
import { kindOf } from '../../../kit/files/file-kinds.ts';
import type { fileMessages } from '../../../kit/files/messages.ts';
import { Thumb } from '../../../kit/files/Thumb.tsx';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import type { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';

/** Inputs of {@link desktopColumns}. */
export interface DesktopColumnOptions {
  readonly labels: ReturnType<typeof useText<(typeof fileMessages)['table']>>;
  readonly stamp: ReturnType<typeof useTimestamp>;
  /** Paths of cut entries. */
  readonly cut: ReadonlySet<string>;
  /** Describes the pending change of a path while the box is unreachable; empty for most. */
  readonly pendingChangeOf: (path: string) => string;
  /** Visible columns besides the name. */
  readonly shownColumns: readonly string[];
  /** Whether the list can be sorted. */
  readonly isSortable: boolean;
  readonly place: Place;
  /** Renders the folder of an entry; null when all entries are in one folder. */
  readonly locationOf: ((entry: FileEntry) => ReactNode) | null;
}

const PendingChange = ({ text }: { readonly text: string }) =>
  text === '' ? null : <span className={styles.becoming}>{text}</span>;

/** Columns of the list in the desktop layout. */
export const desktopColumns = ({
  labels,
  stamp,
  cut,
  pendingChangeOf,
  shownColumns,
  isSortable,
  place,
  locationOf,
}: DesktopColumnOptions): readonly DataListColumn<FileEntry>[] => {
  return [
    {
      id: 'name',
      header: labels('name'),
      width: 'minmax(180px, 1fr)',
      sortable: isSortable,
      render: (entry) => (
        <span
          className={styles.nameCell}
          data-cut={cut.has(entry.path) || undefined}
          title={safeDisplayName(entry.name)}
        >
          <Thumb entry={entry} size={22} />
          <span className={styles.name}>{safeDisplayName(entry.name)}</span>
          <PendingChange text={pendingChangeOf(entry.path)} />
        </span>
      ),
    },
    ...(locationOf === null
      ? []
      : [
          {
            id: 'folder',
            header: labels('location'),
            width: 'minmax(120px, 0.6fr)',
            render: locationOf,
          },
        ]),
    ...(
      [
        {
          id: 'type',
          header: labels('type'),
          width: '120px',
          secondary: true,
          render: (entry) => kindOf(entry, labels),
        },
        {
          id: 'size',
          header: labels('size'),
          width: '104px',
          align: 'end',
          numeric: true,
          sortable: isSortable,
          render: (entry) => (
            <span title={isFolder(entry) ? undefined : labels('bytes', { count: entry.size })}>
              {formatListSize(entry.size, isFolder(entry))}
            </span>
          ),
        },
        {
          id: 'mtime',
          header: labels('modified'),
          width: '164px',
          numeric: true,
          sortable: isSortable,
          render: ({ mtime }) => (mtime === 0 ? '' : <time title={dateTime(mtime)}>{stamp(mtime)}</time>),
        },
        {
          id: 'ctime',
          header: labels('created'),
          width: '164px',
          numeric: true,
          secondary: true,
          sortable: isSortable && supportedSorts(place).includes('ctime'),
          render: ({ ctime }) => (ctime === 0 ? '' : <time title={dateTime(ctime)}>{stamp(ctime)}</time>),
        },
      ] satisfies readonly DataListColumn<FileEntry>[]
    ).filter(({ id }) => shownColumns.includes(id)),
  ];
};
