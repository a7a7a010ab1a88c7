import { spellings } from '@boxwood/box-sdk/rules';
import type { FileEntry } from '@boxwood/domain';
import { isFolder, PLACES } from '@boxwood/domain';
import { type Column, type CollectionProps, DataList, HAND_ROW, HandRow, IconGrid, type Sort } from '@boxwood/ui';
import { type ReactNode, use, useMemo } from 'react';
import { size } from '../../../app-kit/format.ts';
import { part } from '../../../app-kit/part.tsx';
import { usePhone } from '../../../app-kit/use-phone.ts';
import { useStamp, useWhen } from '../../../app-kit/use-when.ts';
import { LanguagesToken, SettingsToken } from '../../../composition/tokens.ts';
import { useFutureWords } from '../../../file-kit/acts/use-act-words.ts';
import { useWaiting } from '../../../file-kit/acts/use-waiting.ts';
import { HandName } from '../../../file-kit/HandName.tsx';
import { fileWords } from '../../../file-kit/messages.ts';
import { readDropped } from '../../../file-kit/receive/dropped.ts';
import { Thumb } from '../../../file-kit/Thumb.tsx';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { type ActionId, actionsFor } from '../actions.ts';
import styles from '../files.module.css';
import { menus } from '../fetch-tools.ts';
import { FilesLookToken } from '../look.ts';
import { messages } from '../messages.ts';
import { FolderThumb } from './FolderThumb.tsx';
import { DeskColumns } from './desk-columns-context.ts';
import { carriedBy, carry, mayDrop } from './drag.ts';
import { Results } from './Results.tsx';
import type { Browser } from './use-browser.ts';
import { useCut } from './use-cut.ts';
import { leadsInto } from './use-open.ts';
import { shownName } from '../../../i18n/shown-name.ts';

const Where = part(async () => (await import('./Where.tsx')).Where);

const keyOf = ({ path }: FileEntry): string => path;
const textOf = ({ name }: FileEntry): string => shownName(name);
const alsoOf = ({ name }: FileEntry): readonly string[] => spellings(name);

const noteRender = (entry: FileEntry): ReactNode => (isFolder(entry) ? '' : size(entry.size));

/** The single column of the phone layout: thumbnail, name, and details in small type. */
const phoneColumns = (
  name: string,
  when: (seconds: number) => string,
  becomes: (path: string) => string,
  where: ((entry: FileEntry) => ReactNode) | null,
): readonly Column<FileEntry>[] => [
  {
    id: 'name',
    header: name,
    width: 'minmax(0, 1fr)',
    render: (entry) => (
      <HandRow
        icon={<Thumb entry={entry} size={40} />}
        name={<HandName name={shownName(entry.name)} />}
        facts={[
          becomes(entry.path),
          isFolder(entry) ? '' : size(entry.size),
          entry.mtime === 0 ? '' : when(entry.mtime),
        ]}
        {...(where === null ? {} : { more: where(entry) })}
      />
    ),
  },
];

const PROPS = { name: 'name', size: 'size', mtime: 'mtime', ctime: 'ctime' } as const;

/** Sizes in px of a list row and of a grid tile, in the usual and the compact density. */
const LINE = { usual: 36, dense: 28 } as const;
const TILE = { usual: { width: 118, height: 140, icon: 64 }, dense: { width: 96, height: 112, icon: 48 } } as const;

const iconRender = (entry: FileEntry): ReactNode => <FolderThumb entry={entry} size={TILE.usual.icon} />;
const smallRender = (entry: FileEntry): ReactNode => <FolderThumb entry={entry} size={TILE.dense.icon} />;

interface FileListProps {
  readonly browser: Browser;
  readonly empty: ReactNode;
  /** Takes the focus once it has entries. */
  readonly focus: boolean;
}

/** The folder contents as a list with columns or a grid of icons, with selection, drag and drop, and context menus. */
export const FileList = ({ browser, empty, focus }: FileListProps) => {
  const t = useText(messages);
  const words = useText(fileWords);
  const languages = useService(LanguagesToken);
  const settings = useService(SettingsToken);
  const { view: look } = useStream(settings.value$('boxViews'));
  const filesLook = useService(FilesLookToken);
  const { columns: shown, dense } = useStream(filesLook.look$);
  const drawn = useStream(filesLook.widths$);
  const tile = TILE[dense === 1 ? 'dense' : 'usual'];
  const { view, state, selection, select, situationOf, placeOfEntry, transfers, root, roots } = browser;
  const { location, search } = state;
  const readOnly = root?.readOnly ?? false;
  const target = (item: FileEntry | null) => ({
    place: item === null ? location.place : placeOfEntry(item),
    path: item === null ? location.path : item.path,
    readOnly,
  });

  // Results of a search over places are sorted by name, whatever the sort setting.
  const ordered = search?.wide === undefined;

  const phone = usePhone();
  const when = useWhen();
  const stamp = useStamp();
  const waiting = useWaiting();
  const cut = useCut();
  const desk = use(DeskColumns);
  const future = useFutureWords();
  const columns = useMemo<readonly Column<FileEntry>[]>(() => {
    const whereIs = (entry: FileEntry): ReactNode => (
      <Where entry={entry} location={location} search={search} roots={roots} placeOfEntry={placeOfEntry} />
    );
    const becomes = (path: string): string => {
      const act = waiting.get(path);
      return act === undefined ? '' : future(act);
    };
    if (desk === null) return phoneColumns(words('name'), when, becomes, search === null ? null : whereIs);
    return desk({
      words,
      stamp,
      cut,
      becomes,
      shown,
      ordered,
      place: location.place,
      whereIs: search === null ? null : whereIs,
    });
  }, [words, when, stamp, waiting, cut, future, search, ordered, roots, placeOfEntry, desk, shown, location]);

  const widths = useMemo(
    () => new Map(drawn.flatMap(({ place, column, width }) => (place === location.place ? [[column, width]] : []))),
    [drawn, location.place],
  );

  const drag: CollectionProps<FileEntry>['drag'] = {
    data: (entries) => {
      const [first] = entries;
      return carry(entries, first === undefined ? location.place : placeOfEntry(first));
    },
    label: (entries) => (entries.length === 1 ? (entries[0]?.name ?? '') : t('dragged', { count: entries.length })),
  };

  const common: CollectionProps<FileEntry> = {
    label: t('files'),
    items: state.entries,
    keyOf,
    textOf,
    alsoOf,
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
    onAim: (entry) => {
      const goes = entry !== null && leadsInto(entry);
      view.ahead(goes ? { place: placeOfEntry(entry), path: entry.path } : null);
    },
    onOpenAside: browser.openAside,
    autoFocus: focus,
    busy: state.loading === 'first',
    onScroller: browser.onScroller,
    onReachEnd: () => {
      view.more();
    },
    empty,
    contextMenu: {
      label: t('fileMenu'),
      entries: (now) => {
        const chosen = state.entries.filter(({ path }) => now.keys.has(path));
        const surface = chosen.length === 0 ? 'blank' : 'item';
        // The menu applies to the entries it was opened on, even if the selection changes while it is open.
        const acts = { because: browser.because, perform: (id: ActionId) => browser.perform(id, chosen) };
        return menus.here()?.menuFor(actionsFor(situationOf(chosen), surface), acts, languages) ?? [];
      },
    },
    drag,
    touchSelects: phone,
    drop: {
      accepts: (data, item) =>
        (item === null || isFolder(item)) && (item !== null || search === null) && mayDrop(data, target(item)),
      onDrop: (data, item, { copy }) => {
        const carried = carriedBy(data);
        if (carried === null) return;
        const only = carried.place === PLACES.friends || copy;
        transfers[only ? 'copy' : 'move'](carried.entries, target(item).path);
      },
      onLinger: (item) => {
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
  if (look === 'icon')
    return (
      <>
        <Results browser={browser} />
        <IconGrid<FileEntry>
          {...common}
          key={`icons ${location.path}`}
          className={styles.collection ?? ''}
          renderIcon={renderIcon}
          renderNote={noteRender}
          clickToggles
          tileWidth={tile.width}
          tileHeight={tile.height}
        />
      </>
    );
  const sort: Sort = {
    column: state.sort.prop,
    direction: state.sort.order === 'desc' ? 'descending' : 'ascending',
  };
  return (
    <>
      <Results browser={browser} />
      <DataList<FileEntry>
        {...common}
        // A new key resets the scroll position when the folder changes.
        key={`list ${location.path}`}
        className={styles.collection ?? ''}
        columns={columns}
        bare={phone}
        rowHeight={phone ? HAND_ROW[search === null ? 'usual' : 'more'] : LINE[dense === 1 ? 'dense' : 'usual']}
        selectAllLabel={t('selectAll')}
        widths={widths}
        onWidth={(column, width) => {
          filesLook.widen(location.place, column, width);
        }}
        widthLabel={(column) => t('columnWidth', { column })}
        {...(ordered ? { sort } : {})}
        onSortChange={({ column, direction }) => {
          const prop = Object.values(PROPS).find((one) => one === column);
          if (prop !== undefined) view.sortBy({ prop, order: direction === 'descending' ? 'desc' : 'aesc' });
        }}
      />
    </>
  );
};
