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
import { describe, expect, it, vi } from 'vitest';
import { BoxNotifications } from '../notifications/box-notifications.ts';
import type { FileEntry } from '../model.ts';
import { counter, testStore } from '../testing/bench.ts';
import { BoxPhotos } from './box-photos.ts';
import { photosPort } from './sdk-port.ts';

const photo = (id: string, at: string, more: Partial<TimelinePhoto> = {}): TimelinePhoto => ({
  ...{ id, path: `/mnt/usb1/ann/${id}.jpg`, md512kb: id, size: 1, taken: Date.parse(at) / 1000, zone: 0 },
  ...{ takenfrom: 'camera', width: 0, height: 0, kind: 'photo', duration: 0, place: '', favourite: 0, hidden: 0 },
  ...{ caption: '', placeholder: '', video: '', raw: '' },
  ...more,
});
const monthOf = ({ taken }: TimelinePhoto): string => new Date(taken * 1000).toISOString().slice(0, 7);

/** The pictures over the SDK's own commands and the router a box uses, and an event store as in a page. */
const bed = ({ indexed = true }: { readonly indexed?: boolean } = {}) => {
  const box = {
    photos: [
      photo('c', '2024-05-03T10:00Z'),
      photo('b', '2024-05-02T10:00Z'),
      photo('a', '2021-01-05T10:00Z'),
    ] as TimelinePhoto[],
    version: 1,
    asked: [] as string[],
    /** What becomes of marks, when the box answers. */
    marking: null as Promise<void> | null,
    refuses: false,
    album: new Set<string>(),
    /** Whether the box is still looking for pictures. */
    reading: 0 as 0 | 1,
    gone: new Set<string>(),
    broken: new Set<string>(),
  };
  const shown = (favourite?: 1): readonly TimelinePhoto[] =>
    box.photos.filter((each) => favourite === undefined || each.favourite === 1);
  const router = createRouter({
    commands: {
      photos: {
        ...{ months: ListPhotoMonths, run: ListPhotoRun, mark: MarkPhotos, spots: ListPhotoSpots },
        ...{ dropPhotos: DropAlbumPhotos, addPhotos: AddAlbumPhotos, albums: ListAlbums, addFolder: AddAlbumFolder },
        ...{ removeFolder: RemoveAlbumFolder, folders: ListAlbumFolders },
      },
      files: { makeFolder: MakeFolder, list: ListFiles },
    },
    handlers: {
      photos: {
        months: ({ favourite, version }) => {
          if (!indexed) throw new Refusal(3);
          box.asked.push('months');
          if (version === String(box.version))
            return { version, same: 1 as const, total: 0, list: [], reading: box.reading };
          const months = [...new Set(shown(favourite).map(monthOf))];
          return {
            ...{ version: String(box.version), same: 0 as const, total: shown(favourite).length, reading: box.reading },
            list: months.map((month) => ({
              month,
              count: shown(favourite).filter((p) => monthOf(p) === month).length,
            })),
          };
        },
        spots: ({ zoom, frame }) => {
          box.asked.push(`spots ${zoom} ${frame?.north ?? 'all'}`);
          return { version: '1', total: 1, list: [{ id: '1.2.3', latitude: 1, longitude: 2, cnt: 1, cover: 'c' }] };
        },
        run: ({ month, start, count, favourite }) => {
          box.asked.push(`${month ?? 'all'} ${start}`);
          const all = shown(favourite).filter((each) => month === undefined || monthOf(each) === month);
          return { version: String(box.version), total: all.length, list: all.slice(start, start + count) };
        },
        mark: async ({ ids, ...marks }) => {
          await box.marking;
          if (box.refuses) throw new Refusal(4);
          const done = ids.filter((id) => !box.gone.has(id));
          box.version += 1;
          box.photos = box.photos.map((each) => (done.includes(each.id) ? { ...each, ...said(marks) } : each));
          return { done };
        },
        addFolder: ({ path }) => {
          box.asked.push(`bind ${path}`);
          return {};
        },
        removeFolder: ({ path }) => {
          box.asked.push(`unbind ${path}`);
          return {};
        },
        folders: ({ id, offset, count }) => {
          box.asked.push(`folders ${id} ${offset} ${count}`);
          return { watchpath_list: [{ path: '/mnt/usb1/ann/Trip', ctime: 1, num: 2 }] };
        },
        addPhotos: ({ ids }) => {
          const done = ids.filter((id) => !box.gone.has(id));
          const came = done.filter((id) => !box.album.has(id));
          for (const id of came) box.album.add(id);
          return { done, came };
        },
        dropPhotos: ({ ids }) => ({ done: ids.filter((id) => box.album.delete(id)) }),
        albums: ({ start, count }) => {
          box.asked.push(`albums ${start}`);
          const list = Array.from({ length: 1200 }, (_, at) => ({
            ...{ id: `a${at}`, owner: 'ann', name: `A${at}`, members: [], cover: '', kind: 'personal' },
            ...{ watchpath_list: [], num: 0, ctime: 0, mtime: 0 },
          }));
          return { total: list.length, list: list.slice(start, start + count) };
        },
      },
      files: {
        makeFolder: ({ path }) => {
          box.asked.push(`make ${path}`);
          if (box.broken.has('make')) throw new Refusal(3);
          return { existed: false };
        },
        list: ({ path }) => {
          box.asked.push(`list ${path}`);
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
    ...{ baseUrl: () => 'http://box', transport: localTransport(router) },
    identity: () => ({ username: 'ann', token: 't' }),
  });
  const store = testStore();
  const notifications = new BoxNotifications(store, { now: () => 0 }, counter('n'));
  const removed: string[][] = [];
  const listing: FileEntry[] = [];
  const photos = new BoxPhotos({
    ...{ store, notifications, port: photosPort(client, 'ann') },
    files: {
      everyOf: (type) => of(right(listing.filter((each) => each.type === type))),
      remove: (entries) => {
        removed.push(entries.map(({ path }) => path));
        return of(right({ ok: box.refuses ? 0 : entries.length, failed: box.refuses ? entries.length : 0 }));
      },
    },
    ...{ visible$: new BehaviorSubject(true), again$: new Subject(), tells$: new BehaviorSubject(true) },
  });
  const tell = (): void => {
    store.append([{ type: 'BoxChanged', data: { folders: [], areas: ['photos'], everything: false } }], 'box');
  };
  const words = (): readonly (string | null)[] =>
    notifications.list$.value.map(({ word, failure }) => word ?? failure?._tag ?? null);
  return { box, store, photos, notifications, removed, listing, tell, words };
};
const said = ({ favourite, caption }: { favourite?: 0 | 1 | undefined; caption?: string | undefined }) => ({
  ...(favourite === undefined ? {} : { favourite }),
  ...(caption === undefined ? {} : { caption }),
});

type Line = ReturnType<ReturnType<typeof bed>['photos']['line']>;
const monthsOf = ({ state$: { value: state } }: Line) =>
  state.at === 'ready'
    ? state.value.months.map((each) => [each.month, each.photos?.map(({ id }) => id) ?? each.count])
    : state.at;
const favouritesOf = ({ state$: { value: state } }: Line) =>
  state.at !== 'ready'
    ? state.at
    : state.value.months
        .flatMap((each) => each.photos ?? [])
        .flatMap(({ id, favourite }) => (favourite === 1 ? [id] : []));

describe('a time line of the box', () => {
  it('counts months, and fetches the pictures of those alone that are shown', async () => {
    const { box, photos } = bed();
    const line = photos.line({});
    const watch = line.watch();
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', 2],
        ['2021-01', 1],
      ]),
    );
    line.show(['2024-05']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    expect(box.asked).toEqual(['months', '2024-05 0']);
    line.show(['2021-01']);
    line.show(['2024-05']);
    watch.close();
    line.watch();
    await vi.waitFor(() => expect(box.asked.filter((each) => each === 'months')).toHaveLength(2));
    expect(box.asked.filter((each) => each.startsWith('2024-05'))).toHaveLength(1);
    // The empty list of "nothing changed" is not taken for a box without pictures.
    expect(monthsOf(line)).toEqual([
      ['2024-05', ['c', 'b']],
      ['2021-01', 1],
    ]);
  });

  it('follows what the box tells: new months at once, and again only the pictures that are shown', async () => {
    const { box, photos, tell } = bed();
    const line = photos.line({});
    line.watch();
    line.show(['2024-05', '2021-01']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', ['a']],
      ]),
    );
    line.show(['2024-05']);
    box.photos = [photo('d', '2024-05-04T10:00Z'), ...box.photos];
    box.version += 1;
    tell();
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['d', 'c', 'b']],
        ['2021-01', ['a']],
      ]),
    );
    expect(box.asked.filter((each) => each === '2021-01 0')).toHaveLength(1);
    // A month that is not looked at is counted as it is now, whatever is known of its pictures.
    box.photos = [...box.photos, photo('z', '2021-01-01T10:00Z')];
    box.version += 1;
    tell();
    await vi.waitFor(() => expect(line.state$.value).toMatchObject({ value: { total: 5 } }));
  });

  it('a month of more than one page comes whole, each picture once', async () => {
    const { box, photos } = bed();
    box.photos = Array.from({ length: 1100 }, (_, at) => photo(`p${at}`, '2024-05-03T10:00Z'));
    const line = photos.line({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() => {
      const { value: state } = line.state$;
      expect(state.at === 'ready' && new Set(state.value.months[0]?.photos).size).toBe(1100);
    });
    expect(box.asked).toEqual(['months', '2024-05 0', '2024-05 500', '2024-05 1000']);
  });
});

it('around a picture stand also those of months that nobody has looked at', async () => {
  const { photos, box } = bed();
  box.photos = [...box.photos, ...Array.from({ length: 20 }, (_, at) => photo(`o${at}`, '2020-01-05T10:00Z'))];
  const line = photos.line({});
  line.watch();
  line.show(['2021-01']);
  await vi.waitFor(() =>
    expect(monthsOf(line)).toEqual([
      ['2024-05', 2],
      ['2021-01', ['a']],
      ['2020-01', 20],
    ]),
  );
  const found: string[] = [];
  line.around('a', 4).subscribe((result) => {
    if (result._tag === 'Left') throw new Error(JSON.stringify(result.left));
    found.push(...result.right.map(({ id }) => id));
  });
  await vi.waitFor(() => expect(found).toEqual(['c', 'b', 'a', 'o0']));
});

it('a map asks for the parts of its frame, or for all', async () => {
  const { photos, box } = bed();
  const seen: unknown[] = [];
  photos.spots(4).subscribe((spots) => seen.push(spots));
  photos.spots(5, { west: 0, south: 0, east: 10, north: 20 }).subscribe((spots) => seen.push(spots));
  await vi.waitFor(() => {
    expect(seen).toHaveLength(2);
  });
  expect(box.asked).toEqual(['spots 4 all', 'spots 5 20']);
  expect(seen[0]).toMatchObject(right({ total: 1, list: [{ id: '1.2.3', cnt: 1 }] }));
});

describe('what is said of pictures', () => {
  it('is shown at once in every line, and stays when the box took it', async () => {
    const { box, photos } = bed();
    const [all, hearts] = [photos.line({}), photos.line({ favourite: true })];
    all.watch();
    hearts.watch();
    all.show(['2024-05']);
    hearts.show(['2024-05']);
    await vi.waitFor(() => expect(favouritesOf(all)).toEqual([]));
    await vi.waitFor(() =>
      expect(monthsOf(all)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    let answer = (): void => undefined;
    box.marking = new Promise((resolve) => {
      answer = resolve;
    });
    photos.mark(['b'], { favourite: 1 });
    expect(favouritesOf(all)).toEqual(['b']);
    answer();
    await vi.waitFor(() => expect(monthsOf(hearts)).toEqual([['2024-05', ['b']]]));
    expect(favouritesOf(all)).toEqual(['b']);
    // Taken away, it leaves the favourites before the box has answered.
    box.marking = new Promise(() => undefined);
    photos.mark(['b'], { favourite: 0 });
    expect(monthsOf(hearts)).toEqual([['2024-05', []]]);
  });

  it('never flickers back between the answer and the next question', async () => {
    const { photos } = bed();
    const line = photos.line({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    const seen: unknown[] = [];
    line.state$.subscribe(() => seen.push(favouritesOf(line)));
    photos.mark(['b'], { favourite: 1 });
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2));
    expect(seen.slice(1).every((each) => JSON.stringify(each) === '["b"]')).toBe(true);
  });

  it('goes back where the box refused, and where it does not hold, in words', async () => {
    const { box, photos, words } = bed();
    const line = photos.line({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    box.refuses = true;
    photos.mark(['b', 'c'], { favourite: 1 });
    expect(favouritesOf(line)).toEqual(['c', 'b']);
    await vi.waitFor(() => expect(favouritesOf(line)).toEqual([]));
    expect(words()).toEqual(['Refused']);
    box.refuses = false;
    box.gone.add('c');
    photos.mark(['b', 'c'], { favourite: 1 });
    await vi.waitFor(() => expect(favouritesOf(line)).toEqual(['b']));
    expect(words()).toEqual(['Refused', 'photos.unseen']);
  });

  it('is taken back by the notice, for those alone of which it held', async () => {
    const { box, photos, notifications, words } = bed();
    const line = photos.line({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    photos.mark(['b', 'c'], { favourite: 1 }, { favourite: 0 });
    await vi.waitFor(() => expect(words()).toEqual(['photos.favoured']));
    notifications.undo();
    await vi.waitFor(() => expect(box.photos.every(({ favourite }) => favourite === 0)).toBe(true));
    await vi.waitFor(() => expect(favouritesOf(line)).toEqual([]));
  });

  it('more than a call takes goes in several', async () => {
    const { photos } = bed();
    const ids = Array.from({ length: 1100 }, (_, at) => `p${at}`);
    const done: number[] = [];
    photos.mark(ids, { favourite: 1 }).subscribe((result) => {
      done.push(result._tag === 'Right' ? result.right.length : -1);
    });
    await vi.waitFor(() => expect(done).toEqual([1100]));
  });
});

describe('deleting', () => {
  const placeOf = (path: string) => (path.includes('.share2me') ? 4 : path.startsWith('/mnt/usb1/ann') ? 1 : null);

  it('takes the film and the raw file along, leaves every line at once, and comes back where it failed', async () => {
    const { box, photos, removed } = bed();
    box.photos = box.photos.map((each) =>
      each.id === 'b' ? { ...each, video: '/mnt/usb1/ann/b.mov', raw: '/mnt/usb1/ann/b.cr2' } : each,
    );
    const line = photos.line({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    const b = box.photos.filter(({ id }) => id === 'b');
    box.refuses = true;
    photos.remove(b, placeOf);
    expect(removed).toEqual([['/mnt/usb1/ann/b.jpg', '/mnt/usb1/ann/b.mov', '/mnt/usb1/ann/b.cr2']]);
    expect(monthsOf(line)).toEqual([
      ['2024-05', ['c', 'b']],
      ['2021-01', 1],
    ]);
    box.refuses = false;
    photos.remove(b, placeOf);
    expect(monthsOf(line)).toEqual([
      ['2024-05', ['c']],
      ['2021-01', 1],
    ]);
  });

  it('what comes back before the index has seen it go is shown again', async () => {
    const { box, store, photos } = bed();
    const line = photos.line({});
    line.watch();
    line.show(['2021-01']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', 2],
        ['2021-01', ['a']],
      ]),
    );
    photos.remove(
      box.photos.filter(({ id }) => id === 'a'),
      placeOf,
    );
    await vi.waitFor(() => expect(box.asked.filter((each) => each === 'months')).toHaveLength(2));
    expect(line.state$.value).toMatchObject({ value: { total: 2 } });
    // Undo: the folder changed, and for the index nothing did.
    store.append([{ type: 'FolderChanged', data: { folders: ['/mnt/usb1/ann'] } }], 'person');
    await vi.waitFor(() => expect(line.state$.value).toMatchObject({ value: { total: 3 } }));
  });

  it('never deletes for ever what somebody shares', () => {
    const { photos, removed, words } = bed();
    photos.remove([photo('x', '2024-05-01T10:00Z', { path: '/mnt/usb1/ann/.share2me/x.jpg' })], placeOf);
    expect(removed).toEqual([]);
    expect(words()).toEqual(['photos.notYours']);
  });
});

describe('albums', () => {
  it('all of them are listed, in as many calls as that takes', async () => {
    const { box, photos } = bed();
    const counts: number[] = [];
    photos.albums().subscribe((result) => {
      counts.push(result._tag === 'Right' ? result.right.length : -1);
    });
    await vi.waitFor(() => expect(counts).toEqual([1200]));
    expect(box.asked).toEqual(['albums 0', 'albums 500', 'albums 1000']);
  });

  it('PHOTO-07 PHOTO-08 PHOTO-09: a folder for uploads ends with manual-upload, is made first, looked into, and belongs to the album', async () => {
    const { box, photos } = bed();
    const album = {
      ...{ id: 'a1', owner: 'ann', name: 'Trip', members: [], cover: '', kind: 'personal', num: 0, ctime: 0, mtime: 0 },
      watchpath_list: [{ path: '/mnt/usb1/ann/Trip' }],
    };
    const got: unknown[] = [];
    const folder = async (target: string): Promise<void> => {
      const before = got.length;
      photos.folders
        .upload(album, target)
        .subscribe((result) => got.push(result._tag === 'Left' ? result.left : result.right));
      await vi.waitFor(() => expect(got.length).toBe(before + 1));
    };
    await folder('/mnt/usb1/ann/Trip');
    await folder('/mnt/usb1/ann/Other/manual-upload');
    box.broken.add('make');
    await folder('/mnt/usb1/ann/Trip');
    box.broken.clear();
    box.broken.add('list');
    await folder('/mnt/usb1/ann/Trip');
    expect(got).toEqual([
      '/mnt/usb1/ann/Trip/manual-upload',
      '/mnt/usb1/ann/Other/manual-upload',
      { _tag: 'Rejected', word: 'file.directoryFailed' },
      { _tag: 'Rejected', word: 'file.listFailed' },
    ]);
    // What lies in a folder of the album already is bound by it.
    expect(box.asked).toEqual([
      ...['make /mnt/usb1/ann/Trip/manual-upload', 'list /mnt/usb1/ann/Trip/manual-upload'],
      ...['make /mnt/usb1/ann/Other/manual-upload', 'list /mnt/usb1/ann/Other/manual-upload'],
      'bind /mnt/usb1/ann/Other/manual-upload',
      ...['make /mnt/usb1/ann/Trip/manual-upload'],
      ...['make /mnt/usb1/ann/Trip/manual-upload', 'list /mnt/usb1/ann/Trip/manual-upload'],
    ]);
  });

  it('PHOTO-19, PHOTO-21: its folders are asked for all at once; one that is bound, or let go of, is told and taken back', async () => {
    const { box, photos, notifications, words } = bed();
    const trip = { id: 'a1', name: 'Trip' };
    const listed: unknown[] = [];
    photos.folders.list('a1').subscribe((result) => listed.push(result));
    photos.folders.bind(trip, '/mnt/usb1/ann/Other');
    await vi.waitFor(() => expect(words()).toEqual(['photos.watched']));
    notifications.undo();
    const asked = ['folders a1 0 255', 'bind /mnt/usb1/ann/Other', 'unbind /mnt/usb1/ann/Other'];
    await vi.waitFor(() => expect(box.asked).toEqual(asked));
    expect(listed).toEqual([right([{ path: '/mnt/usb1/ann/Trip', ctime: 1, num: 2 }])]);
  });

  it('what could not be put into one is told beside what was', async () => {
    const { box, photos, words } = bed();
    box.gone.add('c');
    photos.addTo({ id: 'a1', name: 'Trip' }, ['b', 'c']);
    await vi.waitFor(() => expect(words()).toEqual(['photos.unseen', 'photos.added']));
  });
});

describe('pictures that were put into an album', () => {
  const trip = { id: 'a1', name: 'Trip' };

  it('are taken out again by undo, but not those that were in it before', async () => {
    const { box, photos, notifications, words } = bed();
    box.album.add('a');
    photos.addTo(trip, ['a', 'b', 'c']);
    await vi.waitFor(() => expect(words()).toEqual(['photos.added']));
    expect(notifications.list$.value[0]?.values).toEqual({ count: 3, name: 'Trip' });
    notifications.undo();
    await vi.waitFor(() => expect([...box.album]).toEqual(['a']));
  });

  it('and were all in it leave nothing to be taken back', async () => {
    const { box, photos, notifications, words } = bed();
    box.album.add('a');
    photos.addTo(trip, ['a']);
    await vi.waitFor(() => expect(words()).toEqual(['photos.added']));
    expect(notifications.list$.value[0]?.undo).toBe(false);
  });
});

describe('a box that is still looking for pictures', () => {
  it('is said as long as it does, also when nothing was found', async () => {
    const { box, photos, tell } = bed();
    box.photos = [];
    box.reading = 1;
    const line = photos.line({});
    line.watch();
    const isReading = () => (line.state$.value.at === 'ready' ? line.state$.value.value.isReading : null);
    await vi.waitFor(() => expect(isReading()).toBe(true));
    box.reading = 0;
    tell();
    await vi.waitFor(() => expect(isReading()).toBe(false));
  });
});

describe('a box without an index', () => {
  it('shows what its folders list, by the time of the file, and says that it has none', async () => {
    const { photos, listing } = bed({ indexed: false });
    const file = (name: string, type: number, at: Date): FileEntry => ({
      ...{ name, type, size: 1, ctime: 0, md512kb: name, id: name, path: `/mnt/usb1/ann/Lake/${name}` },
      mtime: at.getTime() / 1000,
    });
    listing.push(file('boat.JPG', 3, new Date(2024, 4, 31, 23, 59)), file('swim.mp4', 2, new Date(2024, 5, 1, 0, 1)));
    const line = photos.line({ words: ' LAKE ' });
    line.watch();
    await vi.waitFor(() => expect(photos.indexed$.value).toBe(false));
    line.show(['2024-06', '2024-05']);
    // Days end at midnight of this device.
    expect(monthsOf(line)).toEqual([
      ['2024-06', ['/mnt/usb1/ann/Lake/swim.mp4']],
      ['2024-05', ['/mnt/usb1/ann/Lake/boat.JPG']],
    ]);
    const films = photos.line({ kind: 'video' });
    films.watch();
    expect(monthsOf(films)).toEqual([['2024-06', 1]]);
  });
});
