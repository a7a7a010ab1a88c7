import { useCallback, useMemo, useState } from 'react';
import {
  Button,
  DataList,
  EmptyState,
  emptySelection,
  FileIcon,
  IconGrid,
  Timeline,
  type DataListColumn,
  type Selection,
  type SortOrder,
  type TimelineTile,
} from '../../src/index.ts';
import { Demo } from '../Demo.tsx';
import styles from '../catalogue.module.css';
import { toasts } from '../toasts.ts';
import { fileEntries } from './Actions.tsx';

interface DemoFile {
  readonly id: string;
  readonly name: string;
  readonly folder: boolean;
  readonly size: number;
  readonly time: string;
}

const extensions = [
  'jpg',
  'docx',
  'pdf',
  'mp4',
  'mp3',
  'xlsx',
  'zip',
  'txt',
  'pptx',
  'md',
  'heic',
  'json',
  'iso',
  'py',
];
const makeDemoFiles = (count: number): readonly DemoFile[] =>
  Array.from({ length: count }, (_, index) => {
    const folder = index < 6;
    const extension = extensions[index % extensions.length] ?? 'txt';
    return {
      id: String(index),
      name: folder ? `Folder ${index + 1}` : `File ${String(index).padStart(6, '0')}.${extension}`,
      folder,
      size: (index * 7919) % 90_000_000,
      time: `2026-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')} 09:${String(index % 60).padStart(2, '0')}:00`,
    };
  });

const keyOf = (item: DemoFile): string => item.id;
const textOf = (item: DemoFile): string => item.name;
const icon = (item: DemoFile) => <FileIcon kind={item.folder ? 'folder' : 'file'} name={item.name} size={56} />;
const open = (item: DemoFile): void => {
  toasts.show({ title: `Opened ${item.name}` });
};

const columns: readonly DataListColumn<DemoFile>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(220px, 1fr)',
    sortable: true,
    render: (item) => (
      <>
        <FileIcon kind={item.folder ? 'folder' : 'file'} name={item.name} />
        {item.name}
      </>
    ),
  },
  {
    id: 'size',
    header: 'Size',
    width: '120px',
    align: 'end',
    numeric: true,
    sortable: true,
    render: (item) => (item.folder ? '' : `${(item.size / 1048576).toFixed(2)} MB`),
  },
  { id: 'time', header: 'Changed', width: '190px', numeric: true, sortable: true, render: (item) => item.time },
];

export function Lists() {
  const [sort, setSort] = useState<SortOrder>({ column: 'name', direction: 'ascending' });
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [tiles, setTiles] = useState<Selection>(emptySelection);
  const items = useMemo(() => {
    const all = makeDemoFiles(100_000);
    const sign = sort.direction === 'ascending' ? 1 : -1;
    return all.toSorted((a, b) =>
      sort.column === 'size'
        ? sign * (a.size - b.size)
        : sort.column === 'time'
          ? sign * (a.time < b.time ? -1 : 1)
          : sign * (Number(a.id) - Number(b.id)),
    );
  }, [sort]);
  const common = {
    items,
    keyOf,
    textOf,
    onOpen: open,
    contextMenu: { label: 'File', entries: () => fileEntries },
    drag: {
      data: (dragged: readonly DemoFile[]) => ({ kind: 'files', ids: dragged.map(keyOf) }),
      label: (dragged: readonly DemoFile[]) => `${dragged.length} items`,
    },
    drop: {
      accepts: (data: Readonly<Record<string, unknown>>, item: DemoFile | null) =>
        data['kind'] === 'files' && item?.folder === true,
      onDrop: (_: unknown, item: DemoFile | null) => {
        toasts.show({ kind: 'success', title: `Moved to ${item?.name ?? ''}` });
      },
      onSpringLoad: (item: DemoFile) => {
        toasts.show({ title: `Opening ${item.name}` });
      },
      acceptsFiles: (item: DemoFile | null) => item === null || item.folder,
      onFiles: (files: readonly DataTransferItem[]) => {
        toasts.show({ title: `${files.length} dropped` });
      },
    },
  };
  return (
    <>
      <Demo title="Data list, 100,000 rows" layout="plain">
        <div className={styles.box}>
          <DataList
            {...common}
            label="Files"
            columns={columns}
            sort={sort}
            onSortChange={setSort}
            selection={selection}
            onSelectionChange={setSelection}
            selectAllLabel="Select all"
          />
        </div>
      </Demo>
      <Demo title="Icon grid, 100,000 tiles" layout="plain">
        <div className={styles.box}>
          <IconGrid {...common} label="File icons" renderIcon={icon} selection={tiles} onSelectionChange={setTiles} />
        </div>
      </Demo>
      <Demo title="Loading and empty" layout="plain">
        <div className={styles.states}>
          <div className={styles.panel} style={{ height: 300 }}>
            <DataList
              {...common}
              items={[]}
              busy
              label="Loading files"
              columns={columns}
              selection={emptySelection}
              onSelectionChange={() => undefined}
            />
          </div>
          <div className={styles.panel} style={{ height: 300 }}>
            <IconGrid
              {...common}
              items={[]}
              busy
              label="Loading icons"
              renderIcon={icon}
              selection={emptySelection}
              onSelectionChange={() => undefined}
            />
          </div>
          <div className={styles.panel} style={{ height: 300 }}>
            <DataList
              {...common}
              items={[]}
              label="Empty folder"
              columns={columns}
              selection={emptySelection}
              onSelectionChange={() => undefined}
              empty={
                <EmptyState
                  title="This folder is empty"
                  text="Drop files here."
                  actions={<Button variant="primary">Upload</Button>}
                />
              }
            />
          </div>
        </div>
      </Demo>
      <TimelineDemo />
    </>
  );
}

const MONTH_FORMAT = { month: 'short', year: 'numeric' } as const;
const monthName = new Intl.DateTimeFormat('en', MONTH_FORMAT);
/** The months of 20 years with 100,000 pictures in all; a month is fetched when it comes near the view. */
const MONTHS = Array.from({ length: 240 }, (_, index) => new Date(2026, 10 - index, 1));
const picture = (at: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" preserveAspectRatio="none"><rect width="40" height="30" fill="hsl(${(at * 47) % 360} 45% 62%)"/><circle cx="${6 + ((at * 7) % 28)}" cy="${6 + ((at * 5) % 12)}" r="4" fill="#fff8" /><path d="M0 30 L14 14 L24 24 L32 17 L40 30" fill="hsl(${(at * 47) % 360} 40% 38%)"/></svg>`)}`;
const tilesOf = (month: number): readonly TimelineTile[] =>
  Array.from({ length: 417 }, (_, index) => ({
    key: `${month}.${index}`,
    name: `Picture ${month * 417 + index + 1}`,
    ratio: [4 / 3, 3 / 4, 1, 16 / 9, 4 / 3][(index * 7 + month) % 5] ?? 1,
    src: picture(month + index),
    kind: index % 23 === 7 ? 'film' : index % 23 === 11 ? 'live' : 'photo',
    ...(index % 23 === 7 ? { cornerText: '0:42' } : {}),
    favourite: index % 17 === 3,
  }));

function TimelineDemo() {
  const [fetched, setFetched] = useState<ReadonlyMap<string, readonly TimelineTile[]>>(new Map());
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [rowHeight, setRowHeight] = useState(120);
  const buckets = useMemo(
    () =>
      MONTHS.map((date, index) => ({
        id: String(index),
        group: String(index),
        title: monthName.format(date),
        month: monthName.format(date),
        year: String(date.getFullYear()),
        count: 417,
        tiles: fetched.get(String(index)) ?? null,
      })),
    [fetched],
  );
  const loadMonths = useCallback((ids: readonly string[]) => {
    setFetched((now) => {
      const missing = ids.filter((id) => !now.has(id));
      return missing.length === 0 ? now : new Map([...now, ...missing.map((id) => [id, tilesOf(Number(id))] as const)]);
    });
  }, []);
  const zoom = useCallback((by: 1 | -1) => {
    setRowHeight((now) => Math.min(280, Math.max(60, now + by * 30)));
  }, []);
  return (
    <Demo title="Time line, 100,000 pictures" layout="plain">
      <div className={styles.panel} style={{ height: 460 }}>
        <Timeline
          label="Pictures by month"
          scrubberLabel="Go to a month"
          selectLabel={(name) => `Select ${name}`}
          buckets={buckets}
          selection={selection}
          onSelectionChange={setSelection}
          onOpen={(key) => {
            toasts.show({ title: `Opened ${key}` });
          }}
          onGroupsNeeded={loadMonths}
          rowHeight={rowHeight}
          onZoom={zoom}
        />
      </div>
    </Demo>
  );
}
