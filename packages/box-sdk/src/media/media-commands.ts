import { bytes, intBetween, list, nothing, oneOf, shortList, str, struct, text } from '@boxwood/command-bus/codecs';
import { mediaCommand, SLOW_HARDWARE_TIMEOUT_MS } from '../define-commands.ts';
import { EntryId, Keyword, NewOrId, Offset, PageSize, TypedName, UserId } from '../request-limits.ts';
import {
  FilterRule,
  Listener,
  ListenerChange,
  MediaCandidate,
  MediaCategory,
  MediaInfo,
  MediaInfoChange,
  ScrapeConfig,
  ScrapeConfigChange,
} from './media-model.ts';

const byId = struct({ id: EntryId });

/**
 * Lists the categories of the media library.
 *
 * `POST /port_20243/medialib` `CATLIST` (X67). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.media.categories();
 * ```
 */
export const ListMediaCategories = mediaCommand({
  name: 'ListMediaCategories',
  cmd: 'CATLIST',
  params: nothing,
  result: struct({
    /** Categories created by the administrator. */
    list: list(MediaCategory),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Creates (`id` empty) or renames a category. Administrator only (MEDIA-09).
 *
 * `POST /port_20243/medialib` `CATPUT` (X68). Refusals (album): 5 unknown category, 7 name in use.
 *
 * @example
 * ```ts
 * const { id } = await box.media.putCategory({ id: '', name: 'Films' });
 * ```
 */
export const PutMediaCategory = mediaCommand({
  name: 'PutMediaCategory',
  cmd: 'CATPUT',
  params: struct({ id: NewOrId, name: TypedName }),
  result: struct({
    /** Id of the category, used in other calls. */
    id: str,
  }),
  refusals: [5, 7],
  access: 'admin',
  idempotent: false,
});

/**
 * Removes a category; files are not deleted. Administrator only.
 *
 * `POST /port_20243/medialib` `CATDEL` (X69). Refusals (album): 5 unknown category.
 *
 * @example
 * ```ts
 * await box.media.removeCategory({ id: 'c1' });
 * ```
 */
export const RemoveMediaCategory = mediaCommand({
  name: 'RemoveMediaCategory',
  cmd: 'CATDEL',
  params: byId,
  result: nothing,
  refusals: [5],
  access: 'admin',
  idempotent: false,
});

/**
 * Lists the watched folders of the library.
 *
 * `POST /port_20243/medialib` `LISTENLIST` (X70). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.media.listeners();
 * ```
 */
export const ListListeners = mediaCommand({
  name: 'ListListeners',
  cmd: 'LISTENLIST',
  params: nothing,
  result: struct({
    /** All watched folders. */
    list: list(Listener),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Creates (`id` empty) or changes a watched folder. Administrator only (MEDIA-09).
 *
 * `POST /port_20243/medialib` `LISTENPUT` (X71). Refusals (album): 5 unknown id or category, 8 already watched, 9 no
 * such folder.
 *
 * @example
 * ```ts
 * await box.media.putListener({ id: '', category: 'c1', type: 'smart', path: '/mnt/usb1/shared-files/Films', owner: 'ann' });
 * ```
 */
export const PutListener = mediaCommand({
  name: 'PutListener',
  cmd: 'LISTENPUT',
  params: ListenerChange,
  result: struct({
    /** Id of the watched folder, used in other calls. */
    id: str,
  }),
  refusals: [5, 8, 9],
  access: 'admin',
  idempotent: false,
  paths: { path: 'read' },
});

/**
 * Stops watching a folder; files are not deleted. Administrator only.
 *
 * `POST /port_20243/medialib` `LISTENDEL` (X72). Refusals (album): 5 unknown id.
 *
 * @example
 * ```ts
 * await box.media.removeListener({ id: 'l1' });
 * ```
 */
export const RemoveListener = mediaCommand({
  name: 'RemoveListener',
  cmd: 'LISTENDEL',
  params: byId,
  result: nothing,
  refusals: [5],
  access: 'admin',
  idempotent: false,
});

/**
 * Scans a watched folder now. Administrator only.
 *
 * `POST /port_20243/medialib` `LISTENSCAN` (X73). Refusals (album): 2 busy, 5 unknown id.
 *
 * @example
 * ```ts
 * await box.media.scan({ id: 'l1' });
 * ```
 */
export const ScanListener = mediaCommand({
  name: 'ScanListener',
  cmd: 'LISTENSCAN',
  params: byId,
  result: nothing,
  refusals: [2, 5],
  access: 'admin',
  idempotent: false,
  cost: 'heavy',
});

/**
 * Lists movies and episodes that the caller may see (MEDIA-10), by category, name or rule.
 *
 * `POST /port_20243/medialib` `INFOLIST` (X74). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.media.list({
 *   user: 'ann',
 *   filter: { rule: 'startswith', value: 'The' },
 *   start: 0,
 *   count: 100,
 * });
 * ```
 */
export const ListMedia = mediaCommand({
  name: 'ListMedia',
  cmd: 'INFOLIST',
  params: struct(
    { user: UserId, start: Offset, count: PageSize },
    { category: EntryId, keyword: Keyword, filter: FilterRule },
  ),
  result: struct({
    /** Number of entries on all pages. */
    total: bytes,
    /** Entries on this page. */
    list: list(MediaInfo),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Reads one entry.
 *
 * `POST /port_20243/medialib` `INFOGET` (X75). Refusals (album): 5 unknown entry.
 *
 * @example
 * ```ts
 * const { info } = await box.media.get({ id: 'm1' });
 * ```
 */
export const GetMedia = mediaCommand({
  name: 'GetMedia',
  cmd: 'INFOGET',
  params: byId,
  result: struct({ info: MediaInfo }),
  refusals: [5],
  access: 'user',
  idempotent: true,
});

/**
 * Writes the given fields of an entry. Owner or administrator.
 *
 * `POST /port_20243/medialib` `INFOSET` (X76). Refusals (album): 5 unknown entry.
 *
 * @example
 * ```ts
 * await box.media.set({ info: { id: 'm1', rating: 7.5 } });
 * ```
 */
export const SetMedia = mediaCommand({
  name: 'SetMedia',
  cmd: 'INFOSET',
  params: struct({ info: MediaInfoChange }),
  result: nothing,
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Locks an entry against scraping, or unlocks it (MEDIA-06).
 *
 * `POST /port_20243/medialib` `INFOLOCK` (X77). Refusals (album): 5 unknown entry.
 *
 * @example
 * ```ts
 * await box.media.lock({ id: 'm1', lock: 'locked' });
 * ```
 */
export const LockMedia = mediaCommand({
  name: 'LockMedia',
  cmd: 'INFOLOCK',
  params: struct({
    id: EntryId,
    /** `locked`: manual changes are not overwritten. */
    lock: oneOf(['locked', 'unlocked']),
  }),
  result: nothing,
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Scrapes entries again; locked ones are skipped and counted (MEDIA-06). Owner or administrator.
 *
 * `POST /port_20243/medialib` `INFOSCRAPE` (X78). Refusals (album): 2 busy.
 *
 * @example
 * ```ts
 * const { skipped } = await box.media.scrape({ ids: ['m1', 'm2'] });
 * ```
 */
export const ScrapeMedia = mediaCommand({
  name: 'ScrapeMedia',
  cmd: 'INFOSCRAPE',
  params: struct({
    /** At most 500. */
    ids: shortList(EntryId, 1, 500),
  }),
  result: struct({
    /** Number of entries skipped because they are locked. */
    skipped: bytes,
  }),
  refusals: [2],
  access: 'user',
  idempotent: false,
  cost: 'heavy',
});

/**
 * Searches the metadata source for candidates by name.
 *
 * `POST /port_20243/medialib` `INFOSEARCH` (X79). Refusals (album): 4 source not reachable, 5 unknown entry.
 *
 * @example
 * ```ts
 * const { list } = await box.media.search({ id: 'm1', name: 'Metropolis', year: 1927 });
 * ```
 */
export const SearchMedia = mediaCommand({
  name: 'SearchMedia',
  cmd: 'INFOSEARCH',
  params: struct(
    { id: EntryId, name: TypedName },
    {
      /** Year of release. */
      year: intBetween(0, 9999),
    },
  ),
  result: struct({
    /** Candidates, best match first. */
    list: list(MediaCandidate),
  }),
  refusals: [4, 5],
  access: 'user',
  idempotent: true,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Applies a candidate to an entry and locks the entry (MEDIA-07).
 *
 * `POST /port_20243/medialib` `INFOMATCH` (X80). Refusals (album): 4 source not reachable, 5 unknown entry or
 * candidate.
 *
 * @example
 * ```ts
 * const { info } = await box.media.match({ id: 'm1', candidate: 'tt0017136' });
 * ```
 */
export const MatchMedia = mediaCommand({
  name: 'MatchMedia',
  cmd: 'INFOMATCH',
  params: struct({
    id: EntryId,
    /** Candidate id from `media.search`. */
    candidate: text(1, 255),
  }),
  result: struct({ info: MediaInfo }),
  refusals: [4, 5],
  access: 'user',
  idempotent: false,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Reads which files the library includes.
 *
 * `POST /port_20243/medialib` `SCRAPECFGGET` (X81). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * const { cfg } = await box.media.scraping();
 * ```
 */
export const GetScrapeConfig = mediaCommand({
  name: 'GetScrapeConfig',
  cmd: 'SCRAPECFGGET',
  params: nothing,
  result: struct({ cfg: ScrapeConfig }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Sets which files the library includes. Administrator only.
 *
 * `POST /port_20243/medialib` `SCRAPECFGSET` (X82). Refusals (album): 4 service error.
 *
 * @example
 * ```ts
 * await box.media.setScraping({ cfg: { extensions: ['mkv', 'mp4'], minsize: 50, keywords: ['sample'] } });
 * ```
 */
export const SetScrapeConfig = mediaCommand({
  name: 'SetScrapeConfig',
  cmd: 'SCRAPECFGSET',
  params: struct({ cfg: ScrapeConfigChange }),
  result: nothing,
  refusals: [4],
  access: 'admin',
  idempotent: false,
});
