import type { CallOptions, Client, CommandSpec, ParamsOf, ResultOf } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import { explain, isRecord } from '@boxwood/command-bus/codecs';
import type * as downloads from './downloads/download-commands.ts';
import type * as drive from './drive/drive-commands.ts';
import type * as files from './files/file-commands.ts';
import type * as journal from './journal/journal-commands.ts';
import type * as media from './media/media-commands.ts';
import type * as photos from './photos/photo-commands.ts';
import type * as shares from './shares/share-commands.ts';
import type * as tasks from './tasks/task-commands.ts';
import type * as trash from './trash/trash-commands.ts';

/** All commands that return a list in pages. */
export type PagedCommand =
  | typeof downloads.ListStoppedDownloads
  | typeof downloads.ListWaitingDownloads
  | typeof drive.ListDriveFiles
  | typeof drive.ListDriveProxy
  | typeof drive.ListDriveTasks
  | typeof files.ListDirect
  | typeof files.ListFiles
  | typeof files.SearchFiles
  | typeof journal.ListJournal
  | typeof journal.ListJournalItems
  | typeof media.ListMedia
  | typeof photos.ListAlbumFolders
  | typeof photos.ListAlbums
  | typeof photos.ListLabels
  | typeof photos.ListPhotos
  | typeof shares.ListShares
  | typeof tasks.ListTasks
  | typeof trash.ListTrash;

/** Parameters for paging, which `each` fills in. */
type PagingParam = 'count' | 'limit' | 'hasbaseinfo' | 'baseinfo' | 'start' | 'offset' | 'cursor' | 'page';

/** The parameters of a command without those for paging. */
export type PageQuery<C extends PagedCommand> = Pick<ParamsOf<C>, Exclude<keyof ParamsOf<C>, PagingParam>>;

type ListOf<R> = Extract<R[keyof R], readonly unknown[]>;
/** One entry of the list that a command returns. */
export type PageItem<C extends PagedCommand> = ListOf<ResultOf<C>>[number];

type PageParams = Readonly<Record<string, unknown>>;

/** How to request a page: after the last item, from an offset, or by page number. */
interface PagingStrategy {
  readonly size: number;
  readonly first: PageParams;
  readonly next: (position: {
    readonly last: PageParams;
    readonly requested: number;
    readonly page: number;
  }) => PageParams;
}

const PAGE_SIZE = 500;

const byLastItem: PagingStrategy = {
  size: PAGE_SIZE,
  first: { count: PAGE_SIZE, hasbaseinfo: 0 },
  next: ({ last: { n, t, k } }) => ({ count: PAGE_SIZE, hasbaseinfo: 1, baseinfo: { n, t, k } }),
};
const byOffset = (start: 'start' | 'offset', count: 'count' | 'limit' = 'count', size = PAGE_SIZE): PagingStrategy => ({
  size,
  first: { [start]: 0, [count]: size },
  next: ({ requested }) => ({ [start]: requested, [count]: size }),
});
const byJournalCursor: PagingStrategy = {
  size: PAGE_SIZE,
  first: { count: PAGE_SIZE, cursor: 0 },
  next: ({ last }) => ({ count: PAGE_SIZE, cursor: last['id'] }),
};
const byPageNumber: PagingStrategy = {
  size: PAGE_SIZE,
  first: { page: 1, count: PAGE_SIZE },
  next: ({ page }) => ({ page: page + 1, count: PAGE_SIZE }),
};

const PAGING_STRATEGIES: Readonly<Record<PagedCommand['name'], PagingStrategy>> = {
  ListFiles: byLastItem,
  ListDirect: byLastItem,
  SearchFiles: byLastItem,
  ListTasks: byOffset('start'),
  ListDriveTasks: byOffset('start'),
  ListDriveFiles: byOffset('start', 'limit'),
  ListDriveProxy: byOffset('start', 'limit'),
  ListMedia: byOffset('start'),
  ListAlbums: byOffset('start'),
  ListLabels: byOffset('start'),
  ListPhotos: byOffset('start'),
  ListAlbumFolders: byOffset('offset', 'count', 255),
  ListWaitingDownloads: byOffset('offset'),
  ListStoppedDownloads: byOffset('offset'),
  ListTrash: byOffset('offset'),
  ListJournal: byJournalCursor,
  ListJournalItems: byOffset('start'),
  ListShares: byPageNumber,
};

const listIn = (result: PageParams): readonly PageParams[] =>
  Object.values(result).find(Array.isArray)?.filter(isRecord) ?? [];

/** Total number of entries, if the response contains it. */
const totalOf = ({ sum, total }: PageParams): number =>
  typeof sum === 'number' ? sum : typeof total === 'number' ? total : 0;

const isParamsOf = <C extends CommandSpec>(command: C, params: unknown): params is ParamsOf<C> =>
  command.params.is(params);

/**
 * Iterates over all entries of a paged command, whichever way it pages. The next page is requested only when it is
 * needed, so leaving the loop stops the requests.
 *
 * @example
 * ```ts
 * for await (const { n, s } of each(box, ListFiles, { path: '/mnt/usb1/ann' })) console.log(n, s);
 * for await (const { id, action } of each(box, ListJournal, {})) console.log(id, action);
 * ```
 * @throws BoxFailure when a page cannot be read
 */
export const each = async function* <C extends PagedCommand>(
  client: Pick<Client, 'exec'>,
  command: C,
  query: PageQuery<C>,
  options: CallOptions = {},
): AsyncGenerator<PageItem<C>, void, undefined> {
  const { size, first, next } = PAGING_STRATEGIES[command.name];
  let pageParams: PageParams = first;
  for (let page = 1; ; page += 1) {
    const params: unknown = { ...query, ...pageParams };
    if (!isParamsOf<CommandSpec>(command, params))
      throw new BoxFailure({ _tag: 'Malformed', at: 'params', issues: explain(command.params, params) }, command.name);
    const response = await client.exec<CommandSpec>(command, params, options)();
    if (response._tag === 'Left') throw new BoxFailure(response.left, command.name);
    const result: PageParams = isRecord(response.right) ? response.right : {};
    const items = listIn(result);
    yield* items as readonly PageItem<C>[]; // decoded by the command's codec
    const last = items.at(-1);
    const requested = page * size;
    // A page may be shorter because of unreadable entries, so the total decides whether it is the last one.
    if (last === undefined || (items.length < size && requested >= totalOf(result))) return;
    pageParams = next({ last, requested, page });
  }
};
