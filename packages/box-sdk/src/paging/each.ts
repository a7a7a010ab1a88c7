import type { CallOptions, Client, CommandSpec, ParamsOf, ResultOf } from '@boxwood/command-bus';
import { BoxFailure } from '@boxwood/command-bus';
import { explain, isRecord } from '@boxwood/command-bus/codecs';
import type * as downloads from '../downloads/commands.ts';
import type * as drive from '../drive/commands.ts';
import type * as files from '../files/commands.ts';
import type * as journal from '../journal/commands.ts';
import type * as media from '../media/commands.ts';
import type * as photos from '../photos/commands.ts';
import type * as shares from '../shares/commands.ts';
import type * as tasks from '../tasks/commands.ts';
import type * as trash from '../trash/commands.ts';

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
type Counting = 'count' | 'limit' | 'hasbaseinfo' | 'baseinfo' | 'start' | 'offset' | 'cursor' | 'page';

/** The parameters of a command without those for paging. */
export type PageQuery<C extends PagedCommand> = Pick<ParamsOf<C>, Exclude<keyof ParamsOf<C>, Counting>>;

type ListIn<R> = Extract<R[keyof R], readonly unknown[]>;
/** One entry of the list that a command returns. */
export type PageItem<C extends PagedCommand> = ListIn<ResultOf<C>>[number];

type Where = Readonly<Record<string, unknown>>;

/** How to request a page: after the last item, from an offset, or by page number. */
interface Form {
  readonly size: number;
  readonly first: Where;
  readonly next: (seen: { readonly last: Where; readonly asked: number; readonly page: number }) => Where;
}

const PAGE = 500;

const afterItem: Form = {
  size: PAGE,
  first: { count: PAGE, hasbaseinfo: 0 },
  next: ({ last: { n, t, k } }) => ({ count: PAGE, hasbaseinfo: 1, baseinfo: { n, t, k } }),
};
const from = (start: 'start' | 'offset', count: 'count' | 'limit' = 'count', size = PAGE): Form => ({
  size,
  first: { [start]: 0, [count]: size },
  next: ({ asked }) => ({ [start]: asked, [count]: size }),
});
const journalForm: Form = {
  size: PAGE,
  first: { count: PAGE, cursor: 0 },
  next: ({ last }) => ({ count: PAGE, cursor: last['id'] }),
};
const numbered: Form = {
  size: PAGE,
  first: { page: 1, count: PAGE },
  next: ({ page }) => ({ page: page + 1, count: PAGE }),
};

const FORMS: Readonly<Record<PagedCommand['name'], Form>> = {
  ListFiles: afterItem,
  ListDirect: afterItem,
  SearchFiles: afterItem,
  ListTasks: from('start'),
  ListDriveTasks: from('start'),
  ListDriveFiles: from('start', 'limit'),
  ListDriveProxy: from('start', 'limit'),
  ListMedia: from('start'),
  ListAlbums: from('start'),
  ListLabels: from('start'),
  ListPhotos: from('start'),
  ListAlbumFolders: from('offset', 'count', 255),
  ListWaitingDownloads: from('offset'),
  ListStoppedDownloads: from('offset'),
  ListTrash: from('offset'),
  ListJournal: journalForm,
  ListJournalItems: from('start'),
  ListShares: numbered,
};

const listIn = (result: Where): readonly Where[] => Object.values(result).find(Array.isArray)?.filter(isRecord) ?? [];

/** Total number of entries, if the response contains it. */
const totalOf = ({ sum, total }: Where): number =>
  typeof sum === 'number' ? sum : typeof total === 'number' ? total : 0;

const fits = <C extends CommandSpec>(command: C, params: unknown): params is ParamsOf<C> => command.params.is(params);

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
  const { size, first, next } = FORMS[command.name];
  let where: Where = first;
  for (let page = 1; ; page += 1) {
    const params: unknown = { ...query, ...where };
    if (!fits<CommandSpec>(command, params))
      throw new BoxFailure({ _tag: 'Malformed', at: 'params', issues: explain(command.params, params) }, command.name);
    const answered = await client.exec<CommandSpec>(command, params, options)();
    if (answered._tag === 'Left') throw new BoxFailure(answered.left, command.name);
    const result: Where = isRecord(answered.right) ? answered.right : {};
    const items = listIn(result);
    yield* items as readonly PageItem<C>[]; // decoded by the command's codec
    const last = items.at(-1);
    const asked = page * size;
    // A page may be shorter because of unreadable entries, so the total decides whether it is the last one.
    if (last === undefined || (items.length < size && asked >= totalOf(result))) return;
    where = next({ last, asked, page });
  }
};
