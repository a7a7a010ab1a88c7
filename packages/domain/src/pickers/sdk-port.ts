import { createPager, placePath, rootsOn } from '../files/sdk-port.ts';
import { type Cursor, type FileEntry, ListDisks, MakeFolder } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Place, PLACES } from '../model.ts';
import { execute, type PortResult, mapRight } from '../outcome.ts';
import type { PickerPage, PickerPort } from './port.ts';

type PickerClient = Pick<Client, 'exec'>;

/** The mounted volumes as roots of a place; also used by the file browser. */
export const rootsOf = (box: PickerClient, tab: Place, user: string): PortResult<readonly FileEntry[]> =>
  execute(box, ListDisks, {}).pipe(mapRight(({ disks }) => rootsOn(disks, tab, user)));

const NAME_SORT = { prop: 'name', order: 'aesc' } as const;

/** Entries per page of a picker (CONST-06). */
const PICKER_PAGE_SIZE = 500;

export const pickerPort = (box: PickerClient, user: string): PickerPort => {
  const page = createPager(box, user);
  const list = (tab: Place, path: string, withFiles: boolean, after: Cursor | null): PortResult<PickerPage> =>
    page({
      location: { place: tab, path },
      sort: NAME_SORT,
      filter: withFiles ? {} : { foldersOnly: true },
      pattern: null,
      placeSearch: null,
      type: null,
      limit: PICKER_PAGE_SIZE,
      after,
    }).pipe(mapRight(({ entries, last }) => ({ entries, next: entries.length < PICKER_PAGE_SIZE ? null : last })));
  return {
    roots: (tab) =>
      tab === PLACES.friends
        ? list(tab, placePath(tab, '', user), false, null).pipe(mapRight(({ entries }) => entries))
        : rootsOf(box, tab, user),
    folders: list,
    makeFolder: (path) => execute(box, MakeFolder, { path }),
  };
};
