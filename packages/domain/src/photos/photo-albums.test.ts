import { right } from '@boxwood/command-bus';
import { describe, expect, it, vi } from 'vitest';
import { pressNewestAction } from '../testing/press-newest-action.ts';
import { createPhotosFixture } from '../testing/photos-fixture.ts';

describe('albums', () => {
  it('all of them are listed, in as many calls as that takes', async () => {
    const { box, photos } = createPhotosFixture();
    const counts: number[] = [];
    photos.albums().subscribe((result) => {
      counts.push(result._tag === 'Right' ? result.right.length : -1);
    });
    await vi.waitFor(() => expect(counts).toEqual([1200]));
    expect(box.requests).toEqual(['albums 0', 'albums 500', 'albums 1000']);
  });

  it('PHOTO-07 PHOTO-08 PHOTO-09: a folder for uploads ends with manual-upload, is made first, looked into, and belongs to the album', async () => {
    const { box, photos } = createPhotosFixture();
    const album = {
      id: 'a1',
      owner: 'ann',
      name: 'Trip',
      members: [],
      cover: '',
      kind: 'personal',
      num: 0,
      ctime: 0,
      mtime: 0,
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
      { _tag: 'Rejected', messageKey: 'file.directoryFailed' },
      { _tag: 'Rejected', messageKey: 'file.listFailed' },
    ]);
    // A folder inside an album's folder is bound already.
    expect(box.requests).toEqual([
      'make /mnt/usb1/ann/Trip/manual-upload',
      'list /mnt/usb1/ann/Trip/manual-upload',
      'make /mnt/usb1/ann/Other/manual-upload',
      'list /mnt/usb1/ann/Other/manual-upload',
      'bind /mnt/usb1/ann/Other/manual-upload',
      'make /mnt/usb1/ann/Trip/manual-upload',
      'make /mnt/usb1/ann/Trip/manual-upload',
      'list /mnt/usb1/ann/Trip/manual-upload',
    ]);
  });

  it('PHOTO-19, PHOTO-21: its folders are asked for all at once; one that is bound, or let go of, is told and taken back', async () => {
    const { box, photos, notifications, notices } = createPhotosFixture();
    const trip = { id: 'a1', name: 'Trip' };
    const listed: unknown[] = [];
    photos.folders.list('a1').subscribe((result) => listed.push(result));
    photos.folders.bind(trip, '/mnt/usb1/ann/Other');
    await vi.waitFor(() => expect(notices()).toEqual(['photos.watched']));
    pressNewestAction(notifications);
    const asked = ['folders a1 0 255', 'bind /mnt/usb1/ann/Other', 'unbind /mnt/usb1/ann/Other'];
    await vi.waitFor(() => expect(box.requests).toEqual(asked));
    expect(listed).toEqual([right([{ path: '/mnt/usb1/ann/Trip', ctime: 1, num: 2 }])]);
  });

  it('what could not be put into one is told beside what was', async () => {
    const { box, photos, notices } = createPhotosFixture();
    box.missingIds.add('c');
    photos.addTo({ id: 'a1', name: 'Trip' }, ['b', 'c']);
    await vi.waitFor(() => expect(notices()).toEqual(['photos.unseen', 'photos.added']));
  });
});

describe('pictures that were put into an album', () => {
  const trip = { id: 'a1', name: 'Trip' };

  it('are taken out again by undo, but not those that were in it before', async () => {
    const { box, photos, notifications, notices } = createPhotosFixture();
    box.album.add('a');
    photos.addTo(trip, ['a', 'b', 'c']);
    await vi.waitFor(() => expect(notices()).toEqual(['photos.added']));
    expect(notifications.list$.value[0]?.values).toEqual({ count: 3, name: 'Trip' });
    pressNewestAction(notifications);
    await vi.waitFor(() => expect([...box.album]).toEqual(['a']));
  });

  it('and were all in it leave nothing to be taken back', async () => {
    const { box, photos, notifications, notices } = createPhotosFixture();
    box.album.add('a');
    photos.addTo(trip, ['a']);
    await vi.waitFor(() => expect(notices()).toEqual(['photos.added']));
    expect(notifications.list$.value[0]?.action).toBeNull();
  });

  it('are taken back and put there again by steps, those that were in it before stay', async () => {
    const { undoStack, box, photos } = createPhotosFixture();
    box.album.add('a');
    photos.addTo(trip, ['a', 'b', 'c']);
    for (const [step, album] of [
      ['undo', ['a']],
      ['redo', ['a', 'b', 'c']],
      ['undo', ['a']],
    ] as const) {
      expect(undoStack[step]()).not.toBeNull();
      await vi.waitFor(() => expect([...box.album].toSorted()).toEqual(album));
    }
    photos.dropFrom(trip, ['a']);
    expect(undoStack.redo()).toBeNull();
    expect(undoStack.undo()).not.toBeNull();
    await vi.waitFor(() => expect([...box.album]).toEqual(['a']));
    expect(undoStack.redo()).not.toBeNull();
    await vi.waitFor(() => expect([...box.album]).toEqual([]));
  });

  it('are what a step back means, once, as long as nothing was done to files since', async () => {
    const { undoStack, actionStarted$, box, photos, notifications, notices } = createPhotosFixture();
    for (const id of ['a', 'b']) box.album.add(id);
    expect(undoStack.undo()).toBeNull();
    photos.dropFrom(trip, ['a']);
    await vi.waitFor(() => expect(notices()).toEqual(['photos.dropped']));
    expect(undoStack.undo()).not.toBeNull();
    await vi.waitFor(() => expect([...box.album]).toEqual(['b', 'a']));
    // The undo dismisses the notice that offered it, and adds no entry of its own.
    await vi.waitFor(() => expect(notices()).toEqual(['photos.added']));
    expect(undoStack.undo()).toBeNull();
    photos.dropFrom(trip, ['b']);
    await vi.waitFor(() => expect(notices()).toContain('photos.dropped'));
    pressNewestAction(notifications);
    await vi.waitFor(() => expect(box.album.has('b')).toBe(true));
    await vi.waitFor(() => expect(notices()).not.toContain('photos.dropped'));
    expect(undoStack.undo()).toBeNull();
    photos.dropFrom(trip, ['b']);
    await vi.waitFor(() => expect(notices()).toContain('photos.dropped'));
    actionStarted$.next('remove');
    expect(undoStack.undo()).toBeNull();
  });
});
