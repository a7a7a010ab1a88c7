import {
  AddAlbumFolder,
  AddAlbumPhotos,
  DropAlbumPhotos,
  ListAlbumFolders,
  ListAlbums,
  ListFiles,
  ListPhotoMonths,
  ListPhotoRun,
  ListPhotoSpots,
  MakeFolder,
  MarkPhotos,
  RemoveAlbumFolder,
  type TimelinePhoto,
} from '@boxwood/box-sdk';
import { createClient, right } from '@boxwood/command-bus';
import { createRouter, localTransport, Refusal } from '@boxwood/command-bus/server';
import { BehaviorSubject, of, Subject } from 'rxjs';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import type { FileEntry } from '../model.ts';
import { idCounter, testStore } from './test-store.ts';
import { BoxPhotos } from '../photos/box-photos.ts';
import { PhotoUndoStack } from '../photos/photo-undo-stack.ts';
import { photosPort } from '../photos/sdk-port.ts';

/** A picture of a user, taken at this time. */
export const photo = (id: string, at: string, more: Partial<TimelinePhoto> = {}): TimelinePhoto => ({
  id,
  path: `/mnt/usb1/ann/${id}.jpg`,
  md512kb: id,
  size: 1,
  taken: Date.parse(at) / 1000,
  zone: 0,
  takenfrom: 'camera',
  width: 0,
  height: 0,
  kind: 'photo',
  duration: 0,
  place: '',
  favourite: 0,
  hidden: 0,
  caption: '',
  placeholder: '',
  video: '',
  raw: '',
  ...more,
});
const monthOf = ({ taken }: TimelinePhoto): string => new Date(taken * 1000).toISOString().slice(0, 7);

/** The photo service over the SDK's own commands and the box's router, with an event store as in a page. */
export const createPhotosFixture = ({ indexed = true }: { readonly indexed?: boolean } = {}) => {
  const box = {
    photos: [
      photo('c', '2024-05-03T10:00Z'),
      photo('b', '2024-05-02T10:00Z'),
      photo('a', '2021-01-05T10:00Z'),
    ] as TimelinePhoto[],
    version: 1,
    requests: [] as string[],
    /** Delays or fails the answer to a photo update. */
    marking: null as Promise<void> | null,
    refuses: false,
    album: new Set<string>(),
    /** Whether the box is still indexing pictures. */
    reading: 0 as 0 | 1,
    missingIds: new Set<string>(),
    broken: new Set<string>(),
  };
  const shown = (favourite?: 1): readonly TimelinePhoto[] =>
    box.photos.filter((each) => favourite === undefined || each.favourite === 1);
  const router = createRouter({
    commands: {
      photos: {
        months: ListPhotoMonths,
        run: ListPhotoRun,
        mark: MarkPhotos,
        spots: ListPhotoSpots,
        dropPhotos: DropAlbumPhotos,
        addPhotos: AddAlbumPhotos,
        albums: ListAlbums,
        addFolder: AddAlbumFolder,
        removeFolder: RemoveAlbumFolder,
        folders: ListAlbumFolders,
      },
      files: { makeFolder: MakeFolder, list: ListFiles },
    },
    handlers: {
      photos: {
        months: ({ favourite, version }) => {
          if (!indexed) throw new Refusal(3);
          box.requests.push('months');
          if (version === String(box.version))
            return { version, same: 1 as const, total: 0, list: [], reading: box.reading };
          const months = [...new Set(shown(favourite).map(monthOf))];
          return {
            version: String(box.version),
            same: 0 as const,
            total: shown(favourite).length,
            reading: box.reading,
            list: months.map((month) => ({
              month,
              count: shown(favourite).filter((p) => monthOf(p) === month).length,
            })),
          };
        },
        spots: ({ zoom, frame }) => {
          box.requests.push(`spots ${zoom} ${frame?.north ?? 'all'}`);
          return { version: '1', total: 1, list: [{ id: '1.2.3', latitude: 1, longitude: 2, cnt: 1, cover: 'c' }] };
        },
        run: ({ month, start, count, favourite }) => {
          box.requests.push(`${month ?? 'all'} ${start}`);
          const all = shown(favourite).filter((each) => month === undefined || monthOf(each) === month);
          return { version: String(box.version), total: all.length, list: all.slice(start, start + count) };
        },
        mark: async ({ ids, ...marks }) => {
          await box.marking;
          if (box.refuses) throw new Refusal(4);
          const done = ids.filter((id) => !box.missingIds.has(id));
          box.version += 1;
          box.photos = box.photos.map((each) => (done.includes(each.id) ? { ...each, ...changedFields(marks) } : each));
          return { done };
        },
        addFolder: ({ path }) => {
          box.requests.push(`bind ${path}`);
          return {};
        },
        removeFolder: ({ path }) => {
          box.requests.push(`unbind ${path}`);
          return {};
        },
        folders: ({ id, offset, count }) => {
          box.requests.push(`folders ${id} ${offset} ${count}`);
          return { watchpath_list: [{ path: '/mnt/usb1/ann/Trip', ctime: 1, num: 2 }] };
        },
        addPhotos: ({ ids }) => {
          const done = ids.filter((id) => !box.missingIds.has(id));
          const came = done.filter((id) => !box.album.has(id));
          for (const id of came) box.album.add(id);
          return { done, came };
        },
        dropPhotos: ({ ids }) => ({ done: ids.filter((id) => box.album.delete(id)) }),
        albums: ({ start, count }) => {
          box.requests.push(`albums ${start}`);
          const list = Array.from({ length: 1200 }, (_, index) => ({
            id: `a${index}`,
            owner: 'ann',
            name: `A${index}`,
            members: [],
            cover: '',
            kind: 'personal',
            watchpath_list: [],
            num: 0,
            ctime: 0,
            mtime: 0,
          }));
          return { total: list.length, list: list.slice(start, start + count) };
        },
      },
      files: {
        makeFolder: ({ path }) => {
          box.requests.push(`make ${path}`);
          if (box.broken.has('make')) throw new Refusal(3);
          return { existed: false };
        },
        list: ({ path }) => {
          box.requests.push(`list ${path}`);
          if (box.broken.has('list')) throw new Refusal(3);
          return { sum: 0, file_list: [] };
        },
      },
    },
    context: () => null,
    onFault: (fault) => {
      throw fault;
    },
  });
  const client = createClient({
    baseUrl: () => 'http://box',
    transport: localTransport(router),
    identity: () => ({ username: 'ann', token: 't' }),
  });
  const store = testStore();
  const notifications = new BoxNotifications(store, { now: () => 0 }, idCounter('n'));
  const removed: string[][] = [];
  const listing: FileEntry[] = [];
  const actionStarted$ = new Subject();
  const undoStack = new PhotoUndoStack(notifications, actionStarted$);
  const photos = new BoxPhotos({
    store,
    notifications,
    undoStack: undoStack,
    port: photosPort(client, 'ann'),
    files: {
      listAllOfType: (type) => of(right(listing.filter((each) => each.type === type))),
      remove: (entries) => {
        removed.push(entries.map(({ path }) => path));
        return of(right({ ok: box.refuses ? 0 : entries.length, failed: box.refuses ? entries.length : 0 }));
      },
    },
    visible$: new BehaviorSubject(true),
    retry$: new Subject(),
    reportsChanges$: new BehaviorSubject(true),
  });
  const reportChange = (): void => {
    store.append([{ type: 'BoxChanged', data: { folders: [], areas: ['photos'], everything: false } }], 'box');
  };
  const notices = (): readonly (string | null)[] =>
    notifications.list$.value.map(({ messageKey, failure }) => messageKey ?? failure?._tag ?? null);
  return {
    box,
    store,
    photos,
    undoStack: undoStack,
    actionStarted$: actionStarted$,
    notifications,
    removed,
    listing,
    reportChange: reportChange,
    notices: notices,
  };
};
const changedFields = ({ favourite, caption }: { favourite?: 0 | 1 | undefined; caption?: string | undefined }) => ({
  ...(favourite === undefined ? {} : { favourite }),
  ...(caption === undefined ? {} : { caption }),
});

type TestTimeline = ReturnType<ReturnType<typeof createPhotosFixture>['photos']['timeline']>;
export const monthsOf = ({ state$: { value: state } }: TestTimeline) =>
  state.at === 'ready'
    ? state.value.months.map((each) => [each.month, each.photos?.map(({ id }) => id) ?? each.count])
    : state.at;
export const favouritesOf = ({ state$: { value: state } }: TestTimeline) =>
  state.at !== 'ready'
    ? state.at
    : state.value.months
        .flatMap((each) => each.photos ?? [])
        .flatMap(({ id, favourite }) => (favourite === 1 ? [id] : []));
