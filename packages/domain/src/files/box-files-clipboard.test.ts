import { describe, expect, it } from 'vitest';
import type { BoxTask } from '../tasks/tasks.ts';
import { refused } from '../testing/port-answers.ts';
import { createFilesFixture } from '../testing/files-fixture.ts';
import { entry } from '../testing/files-box.ts';
import { MemoryChannelHub } from '../testing/memory-channel-hub.ts';

const taskOf = (id: string, state: BoxTask['state']): BoxTask => ({
  id,
  operation: 'MOVE',
  fileType: 1,
  name: id,
  total: 1,
  completed: 0,
  progress: 0,
  speed: 0,
  ctime: 1,
  source: '/s',
  target: '/t',
  user: 'ann',
  message: '',
  state,
  code: state === -1 ? 11 : 2,
});

describe('files', () => {
  it('the clipboard copies again and again, cuts once', () => {
    const { files, box, notices } = createFilesFixture();
    files.paste('/t');
    expect(notices()).toEqual(['warning files.nothingToPaste']);
    files.copyToClipboard([entry('/mnt/usb1/ann/a')]);
    files.paste('/t1');
    files.paste('/t2');
    files.cutToClipboard([entry('/mnt/usb1/ann/a')]);
    expect(files.clipboard$.value?.mode).toBe('cut');
    files.paste('/t3');
    expect(box.tasks.map(({ type }) => type)).toEqual(['COPY', 'COPY', 'MOVE']);
    expect(files.clipboard$.value).toBeNull();
    files.copyToClipboard([]);
    files.cutToClipboard([]);
    expect(files.clipboard$.value).toBeNull();
  });

  it('a cut that the box refuses stays cut, entry by entry, and can be pasted again', () => {
    const { files, box } = createFilesFixture();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => entry(`/mnt/usb1/ann/${name}`));
    if (a === undefined || b === undefined || c === undefined) throw new Error('three entries');
    files.cutToClipboard([a, b, c]);
    box.failures = [refused(9, 'TSK'), refused(9, 'TSK'), refused(9, 'TSK')];
    files.paste('/t');
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [a, b, c] });
    box.failures = [refused(9, 'TSK')];
    files.paste('/t');
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [a] });
    files.paste('/t');
    expect(files.clipboard$.value).toBeNull();
    files.cutToClipboard([a]);
    files.paste('/mnt/usb1/ann');
    expect(files.clipboard$.value).toBeNull();
  });

  it('a cut whose task fails later is cut again; what was moved, or replaced by another cut, is not', () => {
    const { files, box, store } = createFilesFixture();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => entry(`/mnt/usb1/ann/${name}`));
    if (a === undefined || b === undefined || c === undefined) throw new Error('three entries');
    const seen = (id: string, state: BoxTask['state']): void =>
      void store.append([{ type: 'TasksObserved', data: { tasks: [taskOf(id, state)] } }], 'box');
    files.cutToClipboard([a, b, c]);
    files.paste('/t');
    expect(files.clipboard$.value).toBeNull();
    seen('1', 2);
    expect(files.clipboard$.value).toBeNull();
    seen('1', -1);
    seen('2', 1);
    seen('3', -1);
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [a, c] });
    files.paste('/t');
    files.copyToClipboard([b]);
    seen('4', -1);
    expect(files.clipboard$.value).toEqual({ mode: 'copy', entries: [b] });
    files.close();
    files.copyToClipboard([]);
    seen('5', -1);
    expect(files.clipboard$.value).toBeNull();
    expect(box.tasks).toHaveLength(5);
  });

  it('a choice that was asked for pastes what was on the clipboard then, and takes a task that had failed already back', () => {
    const { files, store } = createFilesFixture();
    const [a, b] = [entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')];
    files.cutToClipboard([a]);
    const then = files.clipboard$.value;
    if (then === null) throw new Error('cut');
    files.cutToClipboard([b]);
    files.paste('/t', 2, then);
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [b] });
    store.append([{ type: 'TasksObserved', data: { tasks: [taskOf('2', -1)] } }], 'box');
    files.paste('/t');
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [b] });
  });

  it('what was cut or copied in one tab is pasted in another; a cut that left there has left here, and comes back to both', async () => {
    const air = new MemoryChannelHub();
    const [one, two] = [createFilesFixture(air.join()), createFilesFixture(air.join())];
    await Promise.all([one.store.ready, two.store.ready]);
    const [a, b] = [entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')];
    one.files.copyToClipboard([a]);
    two.files.paste('/t');
    expect(two.box.tasks).toMatchObject([{ type: 'COPY' }]);
    expect(one.files.clipboard$.value).toEqual({ mode: 'copy', entries: [a] });
    one.files.cutToClipboard([a, b]);
    two.files.paste('/t');
    expect([one, two].map(({ files }) => files.clipboard$.value)).toEqual([null, null]);
    two.store.append([{ type: 'TasksObserved', data: { tasks: [taskOf('2', -1)] } }], 'box');
    expect([one, two].map(({ files }) => files.clipboard$.value?.entries)).toEqual([[a], [a]]);
    one.files.paste('/t');
    expect(one.box.tasks).toMatchObject([{ type: 'MOVE' }]);
    expect(two.files.clipboard$.value).toBeNull();
  });
});
