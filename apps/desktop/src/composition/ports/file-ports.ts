import { GEN } from '@boxwood/box-sdk';
import {
  AddTask,
  ChangeSafePassword,
  type Cursor,
  DeleteTrash,
  EmptyTrash,
  ExportRecoveryKit,
  FILE_TYPES,
  GetPrivateStatus,
  GetSafeStatus,
  ListDirect,
  ListFiles,
  ListJournal,
  ListTrash,
  ListDisks,
  LockArea,
  MakeFolder,
  MoveFile,
  type Partition,
  RemoveFiles,
  RenameFiles,
  RestoreTrash,
  SetPrivatePassword,
  SetUpSafe,
  type ShortItem,
  toFileEntry,
  TrashFiles,
  RedoChange,
  UndoChange,
  UnlockPrivate,
  UnlockSafe,
} from '@boxwood/box-sdk';
import type { BoxError, Client, Either, ResultOf } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import type {
  Answer,
  FileEntry,
  FilesPort,
  GatedArea,
  PageAnswer,
  PageRequest,
  PickerPage,
  PickerPort,
  Place,
  SafePort,
  SortOrder,
  TrashPort,
} from '@boxwood/domain';
import { answer, isDirect, mapRight, PLACES } from '@boxwood/domain';
import { map } from 'rxjs';
import { takenIn } from './box-ports.ts';
import { placeSearch } from './place-search.ts';

type Exec = Pick<Client, 'exec'>;

/** Sort codes of the index and modes of direct listings (CONST-72, CONST-73). */
const ORDER = { name: 1, ctime: 2, mtime: 3, size: 4, decimal: 6 } as const;
const MODE = { name: 0, size: 1, mtime: 3 } as const;

const modeOf = (prop: SortOrder['prop']) => (prop === 'ctime' || prop === 'decimal' ? MODE.name : MODE[prop]);

const cursorOf = (item: ShortItem | undefined): Cursor | null =>
  item === undefined ? null : { n: item.n, t: item.t, k: item.k };

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

const pageOf = (box: Exec, search: ReturnType<typeof placeSearch>, request: PageRequest): Answer<PageAnswer> => {
  const { location, sort, filter, pattern, type, limit, after, wide } = request;
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
  if (wide !== null) return search(request, wide, read);
  const pages =
    isDirect(location.place) && pattern === null
      ? answer(box, ListDirect, { ...common, mode: modeOf(sort.prop) })
      : answer(box, ListFiles, {
          ...common,
          order: ORDER[sort.prop],
          ...(pattern === null ? {} : { regex: pattern }),
          ...(kind === undefined ? {} : { type: kind }),
        });
  return pages.pipe(mapRight(read));
};

/** Refusal 6 of a listing means that nothing is at the path (G-03). */
const isAbsent = (error: BoxError): boolean =>
  error._tag === 'Refused' && (error.code === GEN.absent || error.code === GEN.path);

/** A refusal that carries a list of failures is a partial success (G-67). */
const partly = <A extends { readonly failed?: readonly unknown[] }>(
  result: Either<BoxError, A>,
  asked: number,
): Either<BoxError, { readonly failed: number }> => {
  if (result._tag === 'Right') return right({ failed: result.right.failed?.length ?? 0 });
  const failed = result.left._tag === 'Refused' ? result.left.fields['failed'] : undefined;
  return Array.isArray(failed) && failed.length < asked ? right({ failed: failed.length }) : left(result.left);
};

/** The folders that a step of undo or redo touched. */
const foldersOf = ({ entry }: ResultOf<typeof UndoChange>): readonly string[] => [
  ...new Set([entry.path, entry.target ?? ''].filter((path) => path !== '').map(folderOf)),
];

export const filesPort = (box: Exec, user: string): FilesPort => ({
  page: pager(box, user),
  exists: (path) =>
    answer(box, ListFiles, { path, count: 1, hasbaseinfo: 0 }).pipe(
      map((result): Either<BoxError, boolean> => {
        if (result._tag === 'Right') return right(true);
        return isAbsent(result.left) ? right(false) : result;
      }),
    ),
  taken: (folder, names) => takenIn(box, folder, names),
  makeFolder: (path) => answer(box, MakeFolder, { path }),
  rename: (source, target) => answer(box, MoveFile, { source, target }),
  renameMany: (renames) =>
    answer(box, RenameFiles, { renames }).pipe(mapRight(({ ok, failed }) => ({ ok, failed: failed.length }))),
  trash: (paths) => answer(box, TrashFiles, { paths }).pipe(map((result) => partly(result, paths.length))),
  remove: (paths) => answer(box, RemoveFiles, { paths }).pipe(map((result) => partly(result, paths.length))),
  addTask: (task) => answer(box, AddTask, task),
  changes: (after, count) =>
    answer(box, ListJournal, { count, cursor: after }).pipe(
      mapRight(({ list }) => list.map(({ id, path, origin, state }) => ({ id, path, origin, state }))),
    ),
  undo: (id) => answer(box, UndoChange, { id: [id] }).pipe(mapRight(foldersOf)),
  redo: (id) => answer(box, RedoChange, { id: [id] }).pipe(mapRight(foldersOf)),
});

/** Deletion time, newest first (TRASH-02). */
const BY_DELETION = '5';

export const trashPort = (box: Exec): TrashPort => {
  const ids = (failed: readonly { readonly id: string }[] | undefined) => ({
    failed: (failed ?? []).map(({ id }) => id),
  });
  return {
    list: (offset, count) =>
      answer(box, ListTrash, { offset, count, order: BY_DELETION, desc: 1 }).pipe(
        mapRight(({ sum, list }) => ({
          total: sum,
          items: list.map(({ id, n, t, s, m, d, p }) => ({
            id,
            name: n,
            type: t,
            size: s,
            mtime: m,
            deleted: d,
            from: p,
          })),
        })),
      ),
    restore: (which) =>
      answer(box, RestoreTrash, { ids: which }).pipe(
        map((result) => {
          if (result._tag === 'Right') return right(ids(result.right.failed));
          // Of a single item the box says it with the code alone: something is at the old place (G-54).
          const taken = result.left._tag === 'Refused' && result.left.code === GEN.invalid && which.length === 1;
          return taken ? right({ failed: which }) : left(result.left);
        }),
      ),
    taken: (folder, names) => takenIn(box, folder, names),
    rename: (source, target) => answer(box, MoveFile, { source, target }),
    remove: (which) => answer(box, DeleteTrash, { ids: which }).pipe(mapRight(({ failed }) => ids(failed))),
    empty: () => answer(box, EmptyTrash, {}),
  };
};

export const safePort = (box: Exec, area: GatedArea, username: string): SafePort => {
  const safe = area === 'safe';
  return {
    status: () =>
      answer(box, safe ? GetSafeStatus : GetPrivateStatus, { username }).pipe(
        // A box that has no field for it knows nobody without a password (10).
        map((result) =>
          result._tag === 'Left' && result.left._tag === 'Refused' && result.left.code === GEN.noUser
            ? right({ set: 0, locked: 0 })
            : result,
        ),
        mapRight(({ set, locked }) => ({ set: set === 1, locked })),
      ),
    setUp: (password) => answer(box, safe ? SetUpSafe : SetPrivatePassword, { username, password }),
    unlock: (password) => answer(box, safe ? UnlockSafe : UnlockPrivate, { username, password }),
    change: (old, password) =>
      safe
        ? answer(box, ChangeSafePassword, { username, old, password })
        : answer(box, SetPrivatePassword, { username, password }),
    lock: () => answer(box, LockArea, { area: safe ? 'safe' : 'home' }),
    kit: () => answer(box, ExportRecoveryKit, {}).pipe(mapRight(({ identity }) => identity)),
  };
};

/** Where a place lies on a mounted volume (G-15). */
const placePath = (tab: Place, mount: string, user: string): string => {
  switch (tab) {
    case PLACES.personal:
      return `${mount}/${user}`;
    case PLACES.public:
      return `${mount}/shared-files`;
    case PLACES.safe:
      return `${mount}/${user}/.safebox`;
    case PLACES.private:
      return `/mnt/usb1/${user}/.safe_home`;
    case PLACES.friends:
      return `/mnt/usb1/${user}/.share2me`;
    case PLACES.device:
    case PLACES.network:
      return mount;
  }
};

/** The mount roots that a place shows at its top (type 777). */
const rootOf = (volume: Partition, tab: Place, user: string): FileEntry => {
  const path = placePath(tab, volume.mntdir, user);
  return {
    name: volume.label ?? volume.mntdir.slice(volume.mntdir.lastIndexOf('/') + 1),
    type: 777,
    size: 0,
    ctime: 0,
    mtime: 0,
    path,
    md512kb: '',
    id: path,
  };
};

const belongs = (volume: Partition, tab: Place): boolean => {
  if (volume.mntdir === '') return false;
  if (tab === PLACES.device) return volume.mntdir.startsWith('/mnt/extdev/');
  if (tab === PLACES.network) return volume.mntdir.startsWith('/mnt/netdev/');
  return volume.master === 1;
};

const rootsOn = (volumes: readonly Partition[], tab: Place, user: string): readonly FileEntry[] =>
  volumes.filter((volume) => belongs(volume, tab)).map((volume) => rootOf(volume, tab, user));

/** Pages of listings and searches. */
const pager = (box: Exec, user: string): FilesPort['page'] => {
  const search = placeSearch(box, (volumes, place) => rootsOn(volumes, place, user).map(({ path }) => path));
  return (request) => pageOf(box, search, request);
};

/** The mounted volumes as roots of a place; also the top of the file browser. */
export const rootsOf = (box: Exec, tab: Place, user: string): Answer<readonly FileEntry[]> =>
  answer(box, ListDisks, {}).pipe(mapRight(({ disks }) => rootsOn(disks, tab, user)));

const SORT = { prop: 'name', order: 'aesc' } as const;

/** Entries of one page of a picker (CONST-06). */
const PICKER_PAGE = 500;

export const pickerPort = (box: Exec, user: string): PickerPort => {
  const page = pager(box, user);
  const list = (tab: Place, path: string, withFiles: boolean, after: Cursor | null): Answer<PickerPage> =>
    page({
      location: { place: tab, path },
      sort: SORT,
      filter: withFiles ? {} : { foldersOnly: true },
      pattern: null,
      wide: null,
      type: null,
      limit: PICKER_PAGE,
      after,
    }).pipe(mapRight(({ entries, last }) => ({ entries, next: entries.length < PICKER_PAGE ? null : last })));
  return {
    roots: (tab) =>
      tab === PLACES.friends
        ? list(tab, placePath(tab, '', user), false, null).pipe(mapRight(({ entries }) => entries))
        : rootsOf(box, tab, user),
    folders: list,
    makeFolder: (path) => answer(box, MakeFolder, { path }),
  };
};
