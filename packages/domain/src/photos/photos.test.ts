import { right } from '@boxwood/command-bus';
import { describe, expect, it, vi } from 'vitest';
import type { FileEntry } from '../model.ts';
import { pressNewestAction } from '../testing/press-newest-action.ts';
import { createPhotosFixture, photo, monthsOf, favouritesOf } from '../testing/photos-fixture.ts';

describe('a time line of the box', () => {
  it('counts months, and fetches the pictures of those alone that are shown', async () => {
    const { box, photos } = createPhotosFixture();
    const line = photos.timeline({});
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
    expect(box.requests).toEqual(['months', '2024-05 0']);
    line.show(['2021-01']);
    line.show(['2024-05']);
    watch.close();
    line.watch();
    await vi.waitFor(() => expect(box.requests.filter((each) => each === 'months')).toHaveLength(2));
    expect(box.requests.filter((each) => each.startsWith('2024-05'))).toHaveLength(1);
    // An unchanged response with an empty list does not mean that the box has no photos.
    expect(monthsOf(line)).toEqual([
      ['2024-05', ['c', 'b']],
      ['2021-01', 1],
    ]);
  });

  it('is kept: whoever comes back to a part sees at once what is known of it; what somebody searched is asked for anew', async () => {
    const { photos } = createPhotosFixture();
    const watch = photos.timeline({ favourite: true }).watch();
    await vi.waitFor(() => expect(photos.timeline({ favourite: true }).state$.value.at).toBe('ready'));
    watch.close();
    expect(photos.timeline({ favourite: true }).state$.value.at).toBe('ready');
    expect(photos.timeline({}).state$.value.at).toBe('loading');
    expect(photos.timeline({ words: 'a' })).not.toBe(photos.timeline({ words: 'a' }));
  });

  it('follows what the box tells: new months at once, and again only the pictures that are shown', async () => {
    const { box, photos, reportChange } = createPhotosFixture();
    const line = photos.timeline({});
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
    reportChange();
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['d', 'c', 'b']],
        ['2021-01', ['a']],
      ]),
    );
    expect(box.requests.filter((each) => each === '2021-01 0')).toHaveLength(1);
    // A hidden month takes its count from the box, not from the known photos.
    box.photos = [...box.photos, photo('z', '2021-01-01T10:00Z')];
    box.version += 1;
    reportChange();
    await vi.waitFor(() => expect(line.state$.value).toMatchObject({ value: { total: 5 } }));
  });

  it('a month of more than one page comes whole, each picture once', async () => {
    const { box, photos } = createPhotosFixture();
    box.photos = Array.from({ length: 1100 }, (_, at) => photo(`p${at}`, '2024-05-03T10:00Z'));
    const line = photos.timeline({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() => {
      const { value: state } = line.state$;
      expect(state.at === 'ready' && new Set(state.value.months[0]?.photos).size).toBe(1100);
    });
    expect(box.requests).toEqual(['months', '2024-05 0', '2024-05 500', '2024-05 1000']);
  });
});

it('around a picture stand also those of months that nobody has looked at', async () => {
  const { photos, box } = createPhotosFixture();
  box.photos = [...box.photos, ...Array.from({ length: 20 }, (_, at) => photo(`o${at}`, '2020-01-05T10:00Z'))];
  const line = photos.timeline({});
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
  const { photos, box } = createPhotosFixture();
  const seen: unknown[] = [];
  photos.mapClusters(4).subscribe((spots) => seen.push(spots));
  photos.mapClusters(5, { west: 0, south: 0, east: 10, north: 20 }).subscribe((spots) => seen.push(spots));
  await vi.waitFor(() => {
    expect(seen).toHaveLength(2);
  });
  expect(box.requests).toEqual(['spots 4 all', 'spots 5 20']);
  expect(seen[0]).toMatchObject(right({ total: 1, list: [{ id: '1.2.3', cnt: 1 }] }));
});

describe('what is said of pictures', () => {
  it('is shown at once in every line, and stays when the box took it', async () => {
    const { box, photos } = createPhotosFixture();
    const [all, hearts] = [photos.timeline({}), photos.timeline({ favourite: true })];
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
    photos.update(['b'], { favourite: 1 });
    expect(favouritesOf(all)).toEqual(['b']);
    answer();
    await vi.waitFor(() => expect(monthsOf(hearts)).toEqual([['2024-05', ['b']]]));
    expect(favouritesOf(all)).toEqual(['b']);
    // A removed favourite leaves the filtered timeline before the box has answered.
    box.marking = new Promise(() => undefined);
    photos.update(['b'], { favourite: 0 });
    expect(monthsOf(hearts)).toEqual([['2024-05', []]]);
  });

  it('never flickers back between the answer and the next question', async () => {
    const { photos } = createPhotosFixture();
    const line = photos.timeline({});
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
    photos.update(['b'], { favourite: 1 });
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(2));
    expect(seen.slice(1).every((each) => JSON.stringify(each) === '["b"]')).toBe(true);
  });

  it('goes back where the box refused, and where it does not hold, in words', async () => {
    const { box, photos, notices } = createPhotosFixture();
    const line = photos.timeline({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    box.refuses = true;
    photos.update(['b', 'c'], { favourite: 1 });
    expect(favouritesOf(line)).toEqual(['c', 'b']);
    await vi.waitFor(() => expect(favouritesOf(line)).toEqual([]));
    expect(notices()).toEqual(['Refused']);
    box.refuses = false;
    box.missingIds.add('c');
    photos.update(['b', 'c'], { favourite: 1 });
    await vi.waitFor(() => expect(favouritesOf(line)).toEqual(['b']));
    expect(notices()).toEqual(['Refused', 'photos.unseen']);
  });

  it('is taken back by the notice, for those alone of which it held', async () => {
    const { box, photos, notifications, notices } = createPhotosFixture();
    const line = photos.timeline({});
    line.watch();
    line.show(['2024-05']);
    await vi.waitFor(() =>
      expect(monthsOf(line)).toEqual([
        ['2024-05', ['c', 'b']],
        ['2021-01', 1],
      ]),
    );
    photos.update(['b', 'c'], { favourite: 1 }, { favourite: 0 });
    await vi.waitFor(() => expect(notices()).toEqual(['photos.favoured']));
    pressNewestAction(notifications);
    await vi.waitFor(() => expect(box.photos.every(({ favourite }) => favourite === 0)).toBe(true));
    await vi.waitFor(() => expect(favouritesOf(line)).toEqual([]));
  });

  it('is a step back of its own, and a step on, one after the other, as long as no files were changed', async () => {
    const { undoStack, actionStarted$, box, photos, notices } = createPhotosFixture();
    const hearts = (): readonly string[] => box.photos.filter(({ favourite }) => favourite === 1).map(({ id }) => id);
    const become = (ids: readonly string[]): Promise<void> =>
      vi.waitFor(() => expect(hearts().toSorted()).toEqual(ids));
    photos.update(['b'], { favourite: 1 }, { favourite: 0 });
    await become(['b']);
    photos.update(['c'], { favourite: 1 }, { favourite: 0 });
    await become(['b', 'c']);
    // A single favourite shows no notice.
    expect(notices()).toEqual([]);
    expect(undoStack.undo()).not.toBeNull();
    await become(['b']);
    expect(undoStack.undo()).not.toBeNull();
    await become([]);
    expect(undoStack.undo()).toBeNull();
    expect(undoStack.redo()).not.toBeNull();
    await become(['b']);
    photos.update(['b', 'c'], { favourite: 0 }, { favourite: 1 });
    await vi.waitFor(() => expect(notices()).toEqual(['photos.unfavoured']));
    // A new action clears the redo stack.
    expect(undoStack.redo()).toBeNull();
    expect(undoStack.undo()).not.toBeNull();
    await become(['b', 'c']);
    expect(notices()).toEqual([]);
    actionStarted$.next('remove');
    expect([undoStack.undo(), undoStack.redo()]).toEqual([null, null]);
    expect(hearts().toSorted()).toEqual(['b', 'c']);
  });

  it('a step back that comes before the answer of the box waits for it, and means what was said last', async () => {
    const { undoStack, box, photos, notices } = createPhotosFixture();
    const hearts = (): readonly string[] => box.photos.filter(({ favourite }) => favourite === 1).map(({ id }) => id);
    photos.update(['b'], { favourite: 1 }, { favourite: 0 });
    await vi.waitFor(() => expect(hearts()).toEqual(['b']));
    let answer = (): void => undefined;
    box.marking = new Promise((resolve) => {
      answer = resolve;
    });
    photos.update(['c'], { favourite: 1 }, { favourite: 0 });
    const back = undoStack.undo();
    const done = vi.fn();
    back?.subscribe(done);
    answer();
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(hearts()).toEqual(['b']);
    // A refused action is not undoable: undo refers to the one before it.
    box.refuses = true;
    photos.update(['a'], { favourite: 1 }, { favourite: 0 });
    await vi.waitFor(() => expect(notices()).toEqual(['Refused']));
    box.refuses = false;
    undoStack.undo();
    await vi.waitFor(() => expect(hearts()).toEqual([]));
    expect(undoStack.undo()).toBeNull();
  });

  it('more than a call takes goes in several', async () => {
    const { photos } = createPhotosFixture();
    const ids = Array.from({ length: 1100 }, (_, at) => `p${at}`);
    const done: number[] = [];
    photos.update(ids, { favourite: 1 }).subscribe((result) => {
      done.push(result._tag === 'Right' ? result.right.length : -1);
    });
    await vi.waitFor(() => expect(done).toEqual([1100]));
  });
});

describe('deleting', () => {
  const placeOf = (path: string) => (path.includes('.share2me') ? 4 : path.startsWith('/mnt/usb1/ann') ? 1 : null);

  it('takes the film and the raw file along, leaves every line at once, and comes back where it failed', async () => {
    const { box, photos, removed } = createPhotosFixture();
    box.photos = box.photos.map((each) =>
      each.id === 'b' ? { ...each, video: '/mnt/usb1/ann/b.mov', raw: '/mnt/usb1/ann/b.cr2' } : each,
    );
    const line = photos.timeline({});
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
    const { box, store, photos } = createPhotosFixture();
    const line = photos.timeline({});
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
    await vi.waitFor(() => expect(box.requests.filter((each) => each === 'months')).toHaveLength(2));
    expect(line.state$.value).toMatchObject({ value: { total: 2 } });
    // Undo: the folder changed, but the index version did not.
    store.append([{ type: 'FolderChanged', data: { folders: ['/mnt/usb1/ann'] } }], 'person');
    await vi.waitFor(() => expect(line.state$.value).toMatchObject({ value: { total: 3 } }));
  });

  it('never deletes for ever what somebody shares', () => {
    const { photos, removed, notices } = createPhotosFixture();
    photos.remove([photo('x', '2024-05-01T10:00Z', { path: '/mnt/usb1/ann/.share2me/x.jpg' })], placeOf);
    expect(removed).toEqual([]);
    expect(notices()).toEqual(['photos.notYours']);
  });
});

describe('a box that is still looking for pictures', () => {
  it('is said as long as it does, also when nothing was found', async () => {
    const { box, photos, reportChange } = createPhotosFixture();
    box.photos = [];
    box.reading = 1;
    const line = photos.timeline({});
    line.watch();
    const isReading = () => (line.state$.value.at === 'ready' ? line.state$.value.value.isReading : null);
    await vi.waitFor(() => expect(isReading()).toBe(true));
    box.reading = 0;
    reportChange();
    await vi.waitFor(() => expect(isReading()).toBe(false));
  });
});

describe('a box without an index', () => {
  it('shows what its folders list, by the time of the file, and says that it has none', async () => {
    const { photos, listing } = createPhotosFixture({ indexed: false });
    const file = (name: string, type: number, at: Date): FileEntry => ({
      name,
      type,
      size: 1,
      ctime: 0,
      md512kb: name,
      id: name,
      path: `/mnt/usb1/ann/Lake/${name}`,
      mtime: at.getTime() / 1000,
    });
    listing.push(file('boat.JPG', 3, new Date(2024, 4, 31, 23, 59)), file('swim.mp4', 2, new Date(2024, 5, 1, 0, 1)));
    const line = photos.timeline({ words: ' LAKE ' });
    line.watch();
    await vi.waitFor(() => expect(photos.indexed$.value).toBe(false));
    line.show(['2024-06', '2024-05']);
    // Days end at midnight of this device.
    expect(monthsOf(line)).toEqual([
      ['2024-06', ['/mnt/usb1/ann/Lake/swim.mp4']],
      ['2024-05', ['/mnt/usb1/ann/Lake/boat.JPG']],
    ]);
    const films = photos.timeline({ kind: 'video' });
    films.watch();
    expect(monthsOf(films)).toEqual([['2024-06', 1]]);
  });
});
