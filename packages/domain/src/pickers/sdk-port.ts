import { pager, placePath, rootsOn } from '../files/sdk-port.ts';
import { type Cursor, type FileEntry, ListDisks, MakeFolder } from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { type Place, PLACES } from '../model.ts';
import { answer, type Answer, mapRight } from '../outcome.ts';
import type { PickerPage, PickerPort } from './port.ts';

type Exec = Pick<Client, 'exec'>;

/** The mounted volumes as roots of a place; also used by the file browser. */
export const rootsOf = (box: Exec, tab: Place, user: string): Answer<readonly FileEntry[]> =>
  answer(box, ListDisks, {}).pipe(mapRight(({ disks }) => rootsOn(disks, tab, user)));

const SORT = { prop: 'name', order: 'aesc' } as const;

/** Entries per page of a picker (CONST-06). */
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
