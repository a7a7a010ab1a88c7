import { createWideSearch } from './place-search.ts';
import {
  type FileEntry,
  AddTask,
  type Cursor,
  FILE_TYPES,
  GEN,
  ListDirect,
  ListFiles,
  ListJournal,
  MakeFolder,
  MoveFile,
  type Partition,
  RedoChange,
  RemoveFiles,
  RenameFiles,
  type ShortItem,
  toFileEntry,
  TrashFiles,
  UndoChange,
} from '@boxwood/box-sdk';
import { BOX_PATHS as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { type BoxError, type Client, type Either, left, type ResultOf, right } from '@boxwood/command-bus';
import { map, of, switchMap } from 'rxjs';
import { execute, type PortResult, mapRight } from '../outcome.ts';
import type { SortOrder } from './files.ts';
import type { ChangeResult, FilesPort, PageAnswer, PageRequest } from './port.ts';
import { isReadDirectly } from './file-paths.ts';
import { type Place, PLACES } from '../model.ts';

type FilesClient = Pick<Client, 'exec'>;

/** Nothing exists at the path. */
const isMissing = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.family === 'GEN' && error.code === GEN.absent;

/** Entries of a folder with one of `names`: lists page by page until all are found. A missing folder has none. */
export const findEntries = (
  box: FilesClient,
  folder: string,
  names: readonly string[],
): PortResult<ReadonlyMap<string, FileEntry>> => {
  const wanted = new Set(names);
  const after = (
    baseinfo: Cursor | null,
    before: ReadonlyMap<string, FileEntry>,
  ): PortResult<ReadonlyMap<string, FileEntry>> =>
    execute(box, ListFiles, {
      path: folder,
      count: 500,
      hasbaseinfo: baseinfo === null ? 0 : 1,
      withhidden: 1,
      ...(baseinfo === null ? {} : { baseinfo }),
    }).pipe(
      switchMap((page): PortResult<ReadonlyMap<string, FileEntry>> => {
        if (page._tag === 'Left') return of(isMissing(page.left) ? right(before) : page);
        const { file_list } = page.right;
        const here = file_list.filter(({ n }) => wanted.has(n));
        const found = new Map([
          ...before,
          ...here.map((item): [string, FileEntry] => [item.n, toFileEntry(item, folder)]),
        ]);
        const last = file_list.at(-1);
        if (last === undefined || file_list.length < 500 || found.size === wanted.size) return of(right(found));
        return after({ n: last.n, t: last.t, k: last.k }, found);
      }),
    );
  return after(null, new Map());
};

/** Which of `names` exist in a folder. */
export const findExistingNames = (
  box: FilesClient,
  folder: string,
  names: readonly string[],
): PortResult<ReadonlySet<string>> => findEntries(box, folder, names).pipe(mapRight((found) => new Set(found.keys())));

/** Sort codes of the index and modes of direct listings (CONST-72, CONST-73). */
export const ORDER = { name: 1, ctime: 2, mtime: 3, size: 4, decimal: 6 } as const;

export const MODE = { name: 0, size: 1, mtime: 3 } as const;

export const modeOf = (prop: SortOrder['prop']) => (prop === 'ctime' || prop === 'decimal' ? MODE.name : MODE[prop]);

export const cursorOf = (item: ShortItem | undefined): Cursor | null =>
  item === undefined ? null : { n: item.n, t: item.t, k: item.k };

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

export const pageOf = (
  box: FilesClient,
  search: ReturnType<typeof createWideSearch>,
  request: PageRequest,
): PortResult<PageAnswer> => {
  const { location, sort, filter, pattern, type, limit, after, placeSearch } = request;
  const desc = sort.order === 'desc' ? 1 : 0;
  const common = {
    path: location.path,
    count: limit,
    hasbaseinfo: after === null ? 0 : 1,
    desc,
    dirfirst: 1,
    ...(after === null ? {} : { baseinfo: after }),
    ...(filter.foldersOnly === true ? { folderonly: 1 as const } : {}),
    ...(filter.filesOnly === true ? { regonly: 1 as const } : {}),
    ...(filter.hidden === true ? { withhidden: 1 as const } : {}),
  } as const;
  const kind = FILE_TYPES.find((code) => code === (type ?? filter.type));
  const read = ({ sum, file_list }: ResultOf<typeof ListFiles>): PageAnswer => ({
    total: sum,
    entries: file_list.map((item) => toFileEntry(item, location.path)),
    last: cursorOf(file_list.at(-1)),
  });
  if (placeSearch !== null) return search(request, placeSearch, read);
  const pages =
    isReadDirectly(location.place) && pattern === null
      ? execute(box, ListDirect, { ...common, mode: modeOf(sort.prop) })
      : execute(box, ListFiles, {
          ...common,
          order: ORDER[sort.prop],
          ...(pattern === null ? {} : { regex: pattern }),
          ...(kind === undefined ? {} : { type: kind }),
        });
  return pages.pipe(mapRight(read));
};

/** Refusal 6 of a listing means that nothing exists at the path (G-03). */
const isAbsent = (error: BoxError): boolean =>
  error._tag === 'Refused' && (error.code === GEN.absent || error.code === GEN.path);

/** A refusal with a list of failures is a partial success (G-67). */
const allowPartialFailure = <A extends ChangeResult & { readonly failed?: readonly unknown[] }>(
  result: Either<BoxError, A>,
  requested: number,
): Either<BoxError, ChangeResult & { readonly failed: number }> => {
  if (result._tag === 'Right') return right({ failed: result.right.failed?.length ?? 0, ...changeOf(result.right) });
  const fields = result.left._tag === 'Refused' ? result.left.fields : {};
  const failed = fields['failed'];
  return Array.isArray(failed) && failed.length < requested
    ? right({ failed: failed.length, ...changeOf(fields) })
    : left(result.left);
};

/** The journal entry of a reply, if it has one. */
const changeOf = ({ change }: { readonly change?: unknown }): ChangeResult =>
  typeof change === 'number' ? { change } : {};

/** The folders affected by an undo or redo step. */
const foldersOf = ({ entry }: ResultOf<typeof UndoChange>): readonly string[] => [
  ...new Set([entry.path, entry.target ?? ''].filter((path) => path !== '').map(folderOf)),
];

/** `listingClient` serves listings, where a separate client does that. */
export const filesPort = (box: FilesClient, user: string, listingClient = box): FilesPort => ({
  page: createPager(listingClient, user),
  exists: (path) =>
    execute(box, ListFiles, { path, count: 1, hasbaseinfo: 0 }).pipe(
      map((result): Either<BoxError, boolean> => {
        if (result._tag === 'Right') return right(true);
        return isAbsent(result.left) ? right(false) : result;
      }),
    ),
  findExisting: (folder, names) => findExistingNames(box, folder, names),
  makeFolder: (path) => execute(box, MakeFolder, { path }),
  rename: (source, target) => execute(box, MoveFile, { source, target }),
  renameMany: (renames) =>
    execute(box, RenameFiles, { renames }).pipe(
      mapRight((result) => ({ ok: result.ok, failed: result.failed.length, ...changeOf(result) })),
    ),
  trash: (paths) =>
    execute(box, TrashFiles, { paths }).pipe(map((result) => allowPartialFailure(result, paths.length))),
  remove: (paths) =>
    execute(box, RemoveFiles, { paths }).pipe(map((result) => allowPartialFailure(result, paths.length))),
  addTask: (task) => execute(box, AddTask, task),
  changes: (after, count) =>
    execute(box, ListJournal, { count, cursor: after }).pipe(
      mapRight(({ list }) => list.map(({ id, path, origin, state }) => ({ id, path, origin, state }))),
    ),
  undo: (id) => execute(box, UndoChange, { id: [id] }).pipe(mapRight(foldersOf)),
  redo: (id) => execute(box, RedoChange, { id: [id] }).pipe(mapRight(foldersOf)),
});

/** Path of a place on a mounted volume (G-15). */
export const placePath = (tab: Place, mount: string, user: string): string => {
  switch (tab) {
    case PLACES.personal:
      return `${mount}/${user}`;
    case PLACES.public:
      return `${mount}/shared-files`;
    case PLACES.safe:
      return `${mount}/${user}/.safebox`;
    case PLACES.private:
      return `${userRoot(user)}/${PATHS.private}`;
    case PLACES.friends:
      return `${userRoot(user)}/${PATHS.friends}`;
    case PLACES.device:
    case PLACES.network:
      return mount;
  }
};

/** The mount roots that a place shows at its top (type 777). */
export const rootOf = (volume: Partition, tab: Place, user: string): FileEntry => {
  const path = placePath(tab, volume.mntdir, user);
  const { label = '', mntdir } = volume;
  return {
    name: label === '' ? mntdir.slice(mntdir.lastIndexOf('/') + 1) : label,
    type: 777,
    size: 0,
    ctime: 0,
    mtime: 0,
    path,
    md512kb: '',
    id: path,
  };
};

export const isVolumeOfPlace = (volume: Partition, tab: Place): boolean => {
  if (volume.mntdir === '') return false;
  if (tab === PLACES.device) return volume.mntdir.startsWith('/mnt/extdev/');
  if (tab === PLACES.network) return volume.mntdir.startsWith('/mnt/netdev/');
  return volume.master === 1;
};

export const rootsOn = (volumes: readonly Partition[], tab: Place, user: string): readonly FileEntry[] =>
  volumes.filter((volume) => isVolumeOfPlace(volume, tab)).map((volume) => rootOf(volume, tab, user));

/** Pages of listings and searches. */
export const createPager = (box: FilesClient, user: string): FilesPort['page'] => {
  const search = createWideSearch(box, (volumes, place) => rootsOn(volumes, place, user).map(({ path }) => path));
  return (request) => pageOf(box, search, request);
};
