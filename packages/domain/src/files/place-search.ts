import {
  FILE_TYPES,
  type FileEntry,
  isNotOffered,
  ListDisks,
  ListFiles,
  type Partition,
  SearchFiles,
  toFileEntry,
} from '@boxwood/box-sdk';
import { compareKeys, naturalKey } from '@boxwood/box-sdk/rules';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { right } from '@boxwood/command-bus';
import { type PortResult, execute, mapRight } from '../outcome.ts';
import type { Place } from '../model.ts';
import type { PlaceSearch } from './files.ts';
import type { PageAnswer, PageRequest } from './port.ts';
import { concatMap, from, map, of, reduce, switchMap, tap } from 'rxjs';

type SearchClient = Pick<Client, 'exec'>;

/** Roots of a place on the box's volumes. */
export type RootsOn = (volumes: readonly Partition[], place: Place) => readonly string[];

/** Places that a wide search may cover (P-14). */
const SEARCHABLE_PLACES = [1, 2, 4, 5, 9] as const;
/** Maximum number of results per root where roots are searched one by one. */
const MAX_RESULTS_PER_ROOT = 500;

interface WideSearchResult {
  readonly entries: readonly FileEntry[];
  readonly partial: boolean;
}

const kindOf = ({ type }: PageRequest) => FILE_TYPES.find((code) => code === type);

/** The box searches all places in one call (`SEARCH`, X101). */
const searchInOneCall = (box: SearchClient, request: PageRequest, placeSearch: PlaceSearch) => {
  const { pattern, limit, after } = request;
  const { places, modifiedFrom, modifiedTo, sizeMin, sizeMax } = placeSearch;
  const kind = kindOf(request);
  return execute(box, SearchFiles, {
    roots: SEARCHABLE_PLACES.filter((root) => places.includes(root)),
    regex: pattern ?? '',
    count: limit,
    hasbaseinfo: after === null ? 0 : 1,
    ...(after === null ? {} : { baseinfo: after }),
    ...(kind === undefined ? {} : { type: kind }),
    ...(modifiedFrom === undefined ? {} : { mtimefrom: modifiedFrom }),
    ...(modifiedTo === undefined ? {} : { mtimeto: modifiedTo }),
    ...(sizeMin === undefined ? {} : { sizemin: sizeMin }),
    ...(sizeMax === undefined ? {} : { sizemax: sizeMax }),
  });
};

const matchesRanges =
  ({ modifiedFrom = 0, modifiedTo = Infinity, sizeMin = 0, sizeMax = Infinity }: PlaceSearch) =>
  ({ mtime, size }: FileEntry): boolean =>
    mtime >= modifiedFrom && mtime <= modifiedTo && size >= sizeMin && size <= sizeMax;

const byName = (entries: readonly FileEntry[]): readonly FileEntry[] =>
  entries
    .map((entry) => ({ entry, n: entry.name, k: naturalKey(entry.name) }))
    .sort(compareKeys)
    .map(({ entry }) => entry);

/** Searches one root after the other, with the folder search that every box has (G-16). Unsubscribing aborts it. */
const searchRootByRoot = (
  box: SearchClient,
  request: PageRequest,
  placeSearch: PlaceSearch,
  rootsOn: RootsOn,
): PortResult<WideSearchResult> => {
  const kind = kindOf(request);
  const regex = request.pattern === null || request.pattern === '' ? '.' : request.pattern;
  const below = (path: string) =>
    execute(box, ListFiles, {
      path,
      regex,
      count: MAX_RESULTS_PER_ROOT,
      hasbaseinfo: 0,
      order: 1,
      desc: 0,
      dirfirst: 1,
      ...(kind === undefined ? {} : { type: kind }),
    }).pipe(map((result) => ({ path, result })));
  const foundIn = (path: string, { sum, file_list }: ResultOf<typeof ListFiles>): WideSearchResult => ({
    entries: file_list.map((item) => toFileEntry(item, path)).filter(matchesRanges(placeSearch)),
    partial: sum > file_list.length,
  });
  return execute(box, ListDisks, {}).pipe(
    switchMap((listed): PortResult<WideSearchResult> => {
      if (listed._tag === 'Left') return of(listed);
      const roots = new Set(placeSearch.places.flatMap((place) => rootsOn(listed.right.disks, place)));
      return from(roots).pipe(
        concatMap(below),
        // A failed root does not hide the results of others, but marks the result as partial.
        map(({ path, result }): WideSearchResult =>
          result._tag === 'Right' ? foundIn(path, result.right) : { entries: [], partial: true },
        ),
        reduce<WideSearchResult, WideSearchResult>(
          (all, one) => ({ entries: [...all.entries, ...one.entries], partial: all.partial || one.partial }),
          { entries: [], partial: false },
        ),
        map(({ entries, partial }) => right({ entries: byName(entries), partial })),
      );
    }),
  );
};

/** One page of an in-memory result; `k` of the cursor is the index in the list. */
const pageFrom = ({ entries, partial }: WideSearchResult, { after, limit }: PageRequest): PageAnswer => {
  const start = after === null ? 0 : Number(after.k) + 1;
  const page = entries.slice(start, start + limit);
  const last = page.at(-1);
  return {
    total: entries.length,
    entries: page,
    last: last === undefined ? null : { n: last.name, t: last.type, k: String(start + page.length - 1) },
    partial,
  };
};

/**
 * A search over whole places (P-14) on any box: one call where the box supports `SEARCH`, which the specification
 * lacks; otherwise root by root, at most {@link MAX_RESULTS_PER_ROOT} results each, with `partial` set when there are
 * more.
 */
export const createWideSearch = (box: SearchClient, rootsOn: RootsOn) => {
  let known = true;
  let held: { readonly question: string; readonly found: WideSearchResult } | null = null;
  const inPlaces = (request: PageRequest, placeSearch: PlaceSearch): PortResult<PageAnswer> => {
    const question = JSON.stringify({ ...request, after: null });
    const found$: PortResult<WideSearchResult> =
      request.after !== null && held?.question === question
        ? of(right(held.found))
        : searchRootByRoot(box, request, placeSearch, rootsOn).pipe(
            tap((result) => {
              if (result._tag === 'Right') held = { question, found: result.right };
            }),
          );
    return found$.pipe(mapRight((found) => pageFrom(found, request)));
  };
  return (
    request: PageRequest,
    placeSearch: PlaceSearch,
    read: (page: ResultOf<typeof SearchFiles>) => PageAnswer,
  ): PortResult<PageAnswer> =>
    known
      ? searchInOneCall(box, request, placeSearch).pipe(
          switchMap((result): PortResult<PageAnswer> => {
            if (result._tag === 'Right') return of(right(read(result.right)));
            known = !isNotOffered(result.left);
            return known ? of(result) : inPlaces(request, placeSearch);
          }),
        )
      : inPlaces(request, placeSearch);
};
