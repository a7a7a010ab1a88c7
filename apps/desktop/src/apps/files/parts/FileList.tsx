import { pinyinSpellings } from '@boxwood/box-sdk/rules';
import type { FileEntry } from '@boxwood/domain';
import { isFolder, PLACES } from '@boxwood/domain';
import {
  type DataListColumn,
  type CollectionProps,
  DataList,
  PHONE_ROW_HEIGHT_PX,
  PhoneRow,
  IconGrid,
  type SortOrder,
} from '@boxwood/ui';
import { type ReactNode, use, useMemo } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { lazyComponent } from '../../../kit/app/lazy-parts/lazy-component.tsx';
import { useIsPhone } from '../../../kit/app/use-is-phone.ts';
import { useTimestamp, useShortTime } from '../../../kit/app/use-relative-time.ts';
import { LanguagesToken, SettingsToken } from '../../../composition/service-tokens.ts';
import { usePendingChangeText } from '../../../kit/files/actions/use-action-description.ts';
import { usePendingActions } from '../../../kit/files/actions/use-pending-actions.ts';
import { PhoneFileName } from '../../../kit/files/PhoneFileName.tsx';
import { fileMessages } from '../../../kit/files/messages.ts';
import { readDropped } from '../../../kit/files/receive/read-dropped.ts';
import { Thumb } from '../../../kit/files/Thumb.tsx';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { type ActionId, actionsFor } from '../file-actions.ts';
import styles from '../files.module.css';
import { lazyMenus } from '../lazy-menus.ts';
import { FileListSettingsToken } from '../file-list-settings.ts';
import { messages } from '../messages.ts';
import { FolderThumb } from './FolderThumb.tsx';
import { DesktopColumnsContext } from './desktop-columns-context.ts';
import { draggedEntriesOf, createDragData, canDrop } from './browser/dragged-entries.ts';
import { SearchResultsBar } from './SearchResultsBar.tsx';
import type { FileBrowser } from './browser/use-browser.ts';
import { useCutPaths } from './browser/use-cut-paths.ts';
import { canEnter } from './browser/use-open-entry.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';

const EntryLocation = lazyComponent(async () => (await import('./EntryLocation.tsx')).EntryLocation);

const keyOf = ({ path }: FileEntry): string => path;
const textOf = ({ name }: FileEntry): string => safeDisplayName(name);
const alsoOf = ({ name }: FileEntry): readonly string[] => pinyinSpellings(name);

const renderSize = (entry: FileEntry): ReactNode => (isFolder(entry) ? '' : formatSizeText(entry.size));

/** The single column of the phone layout: thumbnail, name, and details in small type. */
const phoneColumns = (
  name: string,
  when: (seconds: number) => string,
  pendingChangeOf: (path: string) => string,
  locationOf: ((entry: FileEntry) => ReactNode) | null,
): readonly DataListColumn<FileEntry>[] => [
  {
    id: 'name',
    header: name,
    width: 'minmax(0, 1fr)',
    render: (entry) => (
      <PhoneRow
        icon={<Thumb entry={entry} size={40} />}
        name={<PhoneFileName name={safeDisplayName(entry.name)} />}
        facts={[
          pendingChangeOf(entry.path),
          isFolder(entry) ? '' : formatSizeText(entry.size),
          entry.mtime === 0 ? '' : when(entry.mtime),
        ]}
        {...(locationOf === null ? {} : { extraLine: locationOf(entry) })}
      />
    ),
  },
];

const SORT_COLUMNS = { name: 'name', size: 'size', mtime: 'mtime', ctime: 'ctime' } as const;

/** Sizes in px of a list row and of a grid tile, in the usual and the compact density. */
const ROW_HEIGHT_PX = { usual: 36, dense: 28 } as const;
const TILE_PX = { usual: { width: 118, height: 140, icon: 64 }, dense: { width: 96, height: 112, icon: 48 } } as const;

const iconRender = (entry: FileEntry): ReactNode => <FolderThumb entry={entry} size={TILE_PX.usual.icon} />;
const smallRender = (entry: FileEntry): ReactNode => <FolderThumb entry={entry} size={TILE_PX.dense.icon} />;

interface FileListProps {
  readonly browser: FileBrowser;
  readonly empty: ReactNode;
  /** Takes the focus once it has entries. */
  readonly focus: boolean;
}

/** The folder contents as a list with columns or a grid of icons, with selection, drag and drop, and context menus. */
export const FileList = ({ browser, empty, focus }: FileListProps) => {
  const t = useText(messages);
  const labels = useText(fileMessages);
  const languages = useService(LanguagesToken);
  const settings = useService(SettingsToken);
  const { view: viewMode } = useStream(settings.value$('boxViews'));
  const listSettings = useService(FileListSettingsToken);
  const { columns: shownColumns, dense } = useStream(listSettings.appearance$);
  const columnWidths = useStream(listSettings.widths$);
  const tile = TILE_PX[dense === 1 ? 'dense' : 'usual'];
  const { view, state, selection, select, actionContextOf, placeOfEntry, transfers, root, roots } = browser;
  const { location, search } = state;
  const readOnly = root?.readOnly ?? false;
  const target = (item: FileEntry | null) => ({
    place: item === null ? location.place : placeOfEntry(item),
    path: item === null ? location.path : item.path,
    readOnly,
  });

  // Results of a search over places are sorted by name, whatever the sort setting.
  const isSortable = search?.placeSearch === undefined;

  const phone = useIsPhone();
  const when = useShortTime();
  const stamp = useTimestamp();
  const pending = usePendingActions();
  const cut = useCutPaths();
  const buildDesktopColumns = use(DesktopColumnsContext);
  const describePending = usePendingChangeText();
  const columns = useMemo<readonly DataListColumn<FileEntry>[]>(() => {
    const locationOf = (entry: FileEntry): ReactNode => (
      <EntryLocation entry={entry} location={location} search={search} roots={roots} placeOfEntry={placeOfEntry} />
    );
    const pendingChangeOf = (path: string): string => {
      const action = pending.get(path);
      return action === undefined ? '' : describePending(action);
    };
    if (buildDesktopColumns === null)
      return phoneColumns(labels('name'), when, pendingChangeOf, search === null ? null : locationOf);
    return buildDesktopColumns({
      labels,
      stamp,
      cut,
      pendingChangeOf,
      shownColumns,
      isSortable,
      place: location.place,
      locationOf: search === null ? null : locationOf,
    });
  }, [
    labels,
    when,
    stamp,
    pending,
    cut,
    describePending,
    search,
    isSortable,
    roots,
    placeOfEntry,
    buildDesktopColumns,
    shownColumns,
    location,
  ]);

  const widths = useMemo(
    () =>
      new Map(columnWidths.flatMap(({ place, column, width }) => (place === location.place ? [[column, width]] : []))),
    [columnWidths, location.place],
  );

  const drag: CollectionProps<FileEntry>['drag'] = {
    data: (entries) => {
      const [first] = entries;
      return createDragData(entries, first === undefined ? location.place : placeOfEntry(first));
    },
    label: (entries) => (entries.length === 1 ? (entries[0]?.name ?? '') : t('dragged', { count: entries.length })),
  };

  const common: CollectionProps<FileEntry> = {
    label: t('files'),
    items: state.entries,
    keyOf,
    textOf,
    searchTextsOf: alsoOf,
    selection,
    onSelectionChange: select,
    ...(phone
      ? {
          onSelectAll: () => {
            browser.perform('selectAll');
          },
        }
      : {}),
    onOpen: browser.open,
    onPrefetch: (entry) => {
      const goes = entry !== null && canEnter(entry);
      view.prefetch(goes ? { place: placeOfEntry(entry), path: entry.path } : null);
    },
    onMiddleClick: browser.openInNewWindow,
    autoFocus: focus,
    busy: state.loading === 'first',
    onScroller: browser.onScroller,
    onReachEnd: () => {
      view.loadMore();
    },
    empty,
    contextMenu: {
      label: t('fileMenu'),
      entries: (now) => {
        const chosen = state.entries.filter(({ path }) => now.keys.has(path));
        const surface = chosen.length === 0 ? 'blank' : 'item';
        // The menu applies to the entries it was opened on, even if the selection changes while it is open.
        const menuContext = { reasonText: browser.reasonText, perform: (id: ActionId) => browser.perform(id, chosen) };
        return (
          lazyMenus.current()?.buildMenuForList(actionsFor(actionContextOf(chosen), surface), menuContext, languages) ??
          []
        );
      },
    },
    drag,
    touchSelects: phone,
    drop: {
      accepts: (data, item) =>
        (item === null || isFolder(item)) && (item !== null || search === null) && canDrop(data, target(item)),
      onDrop: (data, item, { copy }) => {
        const dragged = draggedEntriesOf(data);
        if (dragged === null) return;
        const isCopyOnly = dragged.place === PLACES.friends || copy;
        transfers[isCopyOnly ? 'copy' : 'move'](dragged.entries, target(item).path);
      },
      onSpringLoad: (item) => {
        if (isFolder(item)) view.open({ place: placeOfEntry(item), path: item.path });
      },
      acceptsFiles: (item) =>
        !readOnly && location.place !== PLACES.friends && (item === null ? search === null : isFolder(item)),
      onFiles: (items, item) => {
        const { place, path } = target(item);
        const to = { place, path };
        void readDropped(items).then((tree) => {
          transfers.upload(to, tree, true);
        });
      },
    },
  };

  const renderIcon = useMemo(() => {
    const draw = dense === 1 ? smallRender : iconRender;
    if (cut.size === 0) return draw;
    return (entry: FileEntry) => <span data-cut={cut.has(entry.path) || undefined}>{draw(entry)}</span>;
  }, [dense, cut]);
  if (viewMode === 'icon')
    return (
      <>
        <SearchResultsBar browser={browser} />
        <IconGrid<FileEntry>
          {...common}
          key={`icons ${location.path}`}
          className={styles.collection ?? ''}
          renderIcon={renderIcon}
          renderNote={renderSize}
          clickToggles
          tileWidth={tile.width}
          tileHeight={tile.height}
        />
      </>
    );
  const sort: SortOrder = {
    column: state.sort.prop,
    direction: state.sort.order === 'desc' ? 'descending' : 'ascending',
  };
  return (
    <>
      <SearchResultsBar browser={browser} />
      <DataList<FileEntry>
        {...common}
        // A new key resets the scroll position when the folder changes.
        key={`list ${location.path}`}
        className={styles.collection ?? ''}
        columns={columns}
        headerless={phone}
        rowHeight={
          phone
            ? PHONE_ROW_HEIGHT_PX[search === null ? 'usual' : 'more']
            : ROW_HEIGHT_PX[dense === 1 ? 'dense' : 'usual']
        }
        selectAllLabel={t('selectAll')}
        widths={widths}
        onColumnResize={(column, width) => {
          listSettings.setColumnWidth(location.place, column, width);
        }}
        resizeLabel={(column) => t('columnWidth', { column })}
        {...(isSortable ? { sort } : {})}
        onSortChange={({ column, direction }) => {
          const prop = Object.values(SORT_COLUMNS).find((one) => one === column);
          if (prop !== undefined) view.sortBy({ prop, order: direction === 'descending' ? 'desc' : 'aesc' });
        }}
      />
    </>
  );
};
