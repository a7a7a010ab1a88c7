import type { BoxError, Either } from '@boxwood/command-bus';
import type { Cursor } from '@boxwood/box-sdk';
import { left, right } from '@boxwood/command-bus';
import { mapRight } from '../outcome.ts';
import type { Observable } from 'rxjs';
import { of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { FileEntry } from '../model.ts';
import { State } from '../state/state-stream.ts';
import { offline, refused } from '../testing/port-answers.ts';
import { entry } from '../testing/files-box.ts';
import { BoxPicker } from './box-picker.ts';
import type { PickerOptions } from './pickers.ts';
import type { PickerPort } from './port.ts';

const volumes = ['/mnt/usb1/ann', '/mnt/usb2/ann'].map((path, index) =>
  entry(path, { type: 777, name: `Disk ${index + 1}` }),
);
const at = (path: string, type = 5): FileEntry => entry(path, { type });

const fresh = (options: PickerOptions = { kind: 'directory' }, mounted: readonly FileEntry[] = []) => {
  const calls: string[] = [];
  const script: {
    answer: Observable<Either<BoxError, readonly FileEntry[]>> | null;
    made: Either<BoxError, { readonly existed: boolean }>;
    mounted: readonly FileEntry[];
    next: Cursor | null;
  } = { answer: null, made: right({ existed: false }), mounted, next: null };
  const port: PickerPort = {
    roots: (tab) => {
      if (tab === 9) return of(right(script.mounted));
      calls.push(`roots ${tab}`);
      return script.answer ?? of(right(volumes));
    },
    folders: (tab, path, withFiles, after) => {
      calls.push(`folders ${tab} ${path}${withFiles ? ' files' : ''}${after === null ? '' : ` after ${after.n}`}`);
      const all = [at(`${path}/my-shares`), at(`${path}/sub`), at(`${path}/file.txt`, 0)];
      const entries = after === null ? all : [at(`${path}/${after.n} and on`)];
      const { next } = script;
      return (script.answer ?? of(right(entries))).pipe(mapRight((page) => ({ entries: page, next })));
    },
    makeFolder: (path) => {
      calls.push(`makeFolder ${path}`);
      return of(script.made);
    },
  };
  const safeOpen = new State(false);
  const privateOpen = new State(false);
  const picker = new BoxPicker({
    port,
    options,
    safeOpen$: safeOpen.stream,
    privateOpen$: privateOpen.stream,
    username: 'ann',
  });
  const state = () => picker.state$.value;
  const shown = () => state().entries.map(({ name }) => name);
  picker.open();
  return { picker, calls, script, safeOpen, privateOpen, state, shown };
};
const [first = at('/'), second = at('/')] = volumes;

describe('folder pickers', () => {
  it('PICKER-03, PICKER-04, PICKER-05, PICKER-20, PICKER-24: tabs by kind and caller', () => {
    const tabs = (options: PickerOptions) => fresh(options, [at('/mnt/netdev/nas', 777)]).state().tabs;
    expect(tabs({ kind: 'directory' })).toEqual([1, 2, 8, 4]);
    expect(tabs({ kind: 'directory', devices: true, network: true })).toEqual([1, 2, 8, 4, 5, 9]);
    expect(tabs({ kind: 'movie' })).toEqual([1, 2, 8, 4, 5]);
    expect(tabs({ kind: 'movie', network: true })).toEqual([1, 2, 8, 4, 5, 9]);
    expect(fresh({ kind: 'directory', network: true }).state().tabs).toEqual([1, 2, 8, 4]);
    expect(tabs({ kind: 'safe', network: true })).toEqual([3]);
    expect(tabs({ kind: 'own' })).toEqual([1]);
    expect(tabs({ kind: 'link', devices: true, network: true })).toEqual([1, 2, 5, 9]);
  });

  it('PICKER-11, PICKER-13: opens at the volumes of personal space, nothing selected', () => {
    const { calls, state, shown } = fresh();
    expect(calls).toEqual(['roots 1']);
    expect(state()).toMatchObject({ open: true, tab: 1, crumbs: [], selected: null, loading: false });
    expect(shown()).toEqual(['Disk 1', 'Disk 2']);
  });

  it('PICKER-30, PICKER-32, VALID-29, VALID-31: at a root confirm needs a selection', () => {
    for (const tab of [1, 2, 5, 9] as const) {
      const { picker, state } = fresh({ kind: 'directory', devices: true, network: true }, [
        at('/mnt/netdev/nas', 777),
      ]);
      picker.switchTab(tab);
      expect(state()).toMatchObject({ tab, canConfirm: false, reason: 'picker.selectFolder' });
      expect(picker.confirm()).toBeNull();
      picker.select(first);
      expect(state().canConfirm).toBe(true);
    }
  });

  it('PICKER-09, PICKER-14, PICKER-15, PICKER-16, PICKER-17, STATE-27: entering, going back, jumping and changing the tab drop the selection and reload', () => {
    const { picker, calls, state } = fresh();
    picker.select(first);
    picker.activate(first);
    expect(state()).toMatchObject({ selected: null, crumbs: [{ title: 'Disk 1', path: '/mnt/usb1/ann' }] });
    picker.activate(at('/mnt/usb1/ann/sub'));
    picker.activate(at('/mnt/usb1/ann/sub/deep'));
    picker.select(at('/mnt/usb1/ann/sub/deep/x'));
    picker.back();
    expect(state()).toMatchObject({ selected: null, crumbs: [{ title: 'Disk 1' }, { title: 'sub' }] });
    picker.jump(0);
    expect(state().crumbs).toHaveLength(1);
    picker.jump(-1);
    picker.back();
    expect(state().crumbs).toEqual([]);
    picker.switchTab(2);
    expect(calls).toEqual([
      'roots 1',
      'folders 1 /mnt/usb1/ann',
      'folders 1 /mnt/usb1/ann/sub',
      'folders 1 /mnt/usb1/ann/sub/deep',
      'folders 1 /mnt/usb1/ann/sub',
      'folders 1 /mnt/usb1/ann',
      'roots 1',
      'roots 2',
    ]);
  });

  it('PICKER-10: tabs do not switch while a list is loading, nor to a tab that is not there', () => {
    const { picker, script, state } = fresh();
    script.answer = new Subject();
    picker.activate(first);
    expect(state().loading).toBe(true);
    picker.switchTab(2);
    expect(state().tab).toBe(1);
    script.answer = null;
    picker.back();
    picker.switchTab(9);
    expect(state().tab).toBe(1);
  });

  it('PICKER-19: my-shares shows at the first level of personal space on the first volume only', () => {
    const { picker, shown } = fresh();
    picker.activate(first);
    expect(shown()).toEqual(['my-shares', 'sub']);
    picker.back();
    picker.activate(second);
    expect(shown()).toEqual(['sub']);
    picker.activate(at('/mnt/usb2/ann/sub'));
    expect(shown()).toEqual(['my-shares', 'sub']);
    picker.switchTab(2);
    picker.activate(second);
    expect(shown()).toEqual(['my-shares', 'sub']);
  });

  it('PICKER-27, PICKER-28, PICKER-29, VALID-28: confirm gives the joined path and closes', () => {
    const { picker, state } = fresh();
    picker.select(second);
    expect(picker.confirm()).toBe('/mnt/usb2/ann');
    expect(state()).toMatchObject({ open: false, tab: 1, crumbs: [], selected: null });
    picker.open();
    picker.activate(first);
    picker.select(at('/mnt/usb1/ann/sub'));
    expect(picker.confirm()).toBe('/mnt/usb1/ann/sub');
    picker.open();
    picker.activate(first);
    expect(picker.confirm()).toBe('/mnt/usb1/ann');
  });

  it('PICKER-18: closing resets the tab to personal', () => {
    const { picker, state } = fresh();
    picker.switchTab(2);
    picker.close();
    expect(state()).toMatchObject({ open: false, tab: 1 });
  });

  it('PICKER-33, VALID-32: on tab 8 confirm waits for the private files to be verified', () => {
    const { picker, privateOpen, calls, state } = fresh();
    picker.switchTab(8);
    expect(calls).toEqual(['roots 1']);
    expect(state()).toMatchObject({ canConfirm: false, reason: 'picker.verifyPrivate', crumbs: [], loading: false });
    privateOpen.set(true);
    expect(calls.at(-1)).toBe('folders 8 /mnt/usb1/ann/.safe_home');
    expect(state()).toMatchObject({ canConfirm: true, reason: null, noFolderReason: null });
    picker.back();
    expect(calls).toHaveLength(2);
    expect(picker.confirm()).toBe('/mnt/usb1/ann/.safe_home');
  });

  it('PICKER-24, PICKER-34, VALID-33: the safe picker waits for the safe', () => {
    const { picker, safeOpen, privateOpen, calls, state, shown } = fresh({ kind: 'safe' });
    expect(state()).toMatchObject({
      tab: 3,
      canConfirm: false,
      reason: 'picker.verifySafe',
      failure: null,
      crumbs: [],
    });
    expect(calls).toEqual([]);
    safeOpen.set(true);
    expect(calls).toEqual(['folders 3 /mnt/usb1/ann/.safebox']);
    expect(shown()).toEqual(['my-shares', 'sub']);
    privateOpen.set(true);
    expect(calls).toHaveLength(1);
    picker.select(at('/mnt/usb1/ann/.safebox/sub'));
    expect(picker.confirm()).toBe('/mnt/usb1/ann/.safebox/sub');
  });

  it('PICKER-21, PICKER-22, PICKER-23: the document picker lists files, confirms a file on double-click and ends folders with a slash', () => {
    const { picker, calls, shown, state } = fresh({ kind: 'document' });
    expect(picker.activate(first)).toBeNull();
    expect(calls.at(-1)).toBe('folders 1 /mnt/usb1/ann files');
    expect(shown()).toEqual(['my-shares', 'sub', 'file.txt']);
    expect(picker.activate(at('/mnt/usb1/ann/file.txt', 0))).toBe('/mnt/usb1/ann/file.txt');
    expect(state().open).toBe(false);
    picker.open();
    picker.activate(first);
    picker.select(at('/mnt/usb1/ann/sub'));
    expect(picker.confirm()).toBe('/mnt/usb1/ann/sub/');
    picker.open();
    picker.activate(first);
    expect(picker.confirm()).toBe('/mnt/usb1/ann/');
  });

  it('a folder picker does nothing with a double-click on a file', () => {
    const { picker, calls } = fresh();
    expect(picker.activate(at('/x', 0))).toBeNull();
    expect(calls).toHaveLength(1);
  });

  it('PICKER-31, VALID-30, ERR-118: a new folder needs a mount around it; what goes wrong is said over the list that stays', () => {
    const { picker, calls, script, state, shown } = fresh();
    expect(state().noFolderReason).toBe('picker.newFolderAtRoot');
    picker.newFolder('New');
    picker.activate(first);
    expect(state().noFolderReason).toBeNull();
    picker.newFolder('New');
    expect(calls.slice(-2)).toEqual(['makeFolder /mnt/usb1/ann/New', 'folders 1 /mnt/usb1/ann']);
    expect(state().selected).toBeNull();
    // A new folder is selected as soon as it is listed.
    picker.newFolder('sub');
    expect(state().selected?.path).toBe('/mnt/usb1/ann/sub');
    picker.newFolder('?');
    expect(state().folderFailure).toMatchObject({ messageKey: 'name.folderFormat' });
    script.made = left(offline);
    picker.newFolder('Other');
    expect(state().folderFailure).toEqual(offline);
    script.made = left(refused(3));
    picker.newFolder('Other');
    expect(state().folderFailure).toEqual({ _tag: 'Rejected', messageKey: 'folder.addFailed' });
    script.made = right({ existed: true });
    picker.newFolder('Other');
    expect(state().folderFailure).toMatchObject({ messageKey: 'rename.targetExists' });
    expect(state().failure).toBeNull();
    expect(shown()).toEqual(['my-shares', 'sub']);
    picker.back();
    expect(state().folderFailure).toBeNull();
  });

  it('PICKER-31: on tab 4 a folder can be made inside what somebody shares', () => {
    const { picker, state } = fresh();
    picker.switchTab(4);
    expect(state().noFolderReason).toBe('picker.newFolderOutsideShare');
    picker.activate(at('/mnt/usb1/ann/.share2me/bob'));
    expect(state().noFolderReason).toBe('picker.newFolderOutsideShare');
    picker.activate(at('/mnt/usb1/ann/.share2me/bob/Trip'));
    expect(state().noFolderReason).toBeNull();
  });

  it('PICKER-11: what follows after 500 folders is fetched when the end of the list comes into view', () => {
    const { picker, calls, script, state, shown } = fresh();
    script.next = { n: 'sub', t: 5, k: 'sub' };
    picker.activate(first);
    expect(state().hasMore).toBe(true);
    script.answer = of(left(offline));
    picker.loadMore();
    expect(state()).toMatchObject({ folderFailure: offline, failure: null, hasMore: true });
    expect(shown()).toEqual(['my-shares', 'sub']);
    script.answer = null;
    script.next = null;
    picker.loadMore();
    expect(calls.at(-1)).toBe('folders 1 /mnt/usb1/ann after sub');
    expect(shown()).toEqual(['my-shares', 'sub', 'sub and on']);
    expect(state()).toMatchObject({ hasMore: false, loading: false });
    const asked = calls.length;
    picker.loadMore();
    expect(calls).toHaveLength(asked);
  });

  it('a failed list is shown as such, and after dispose nothing loads', () => {
    const { picker, script, calls, state } = fresh();
    script.answer = of(left(offline));
    picker.activate(first);
    expect(state()).toMatchObject({ entries: [], failure: offline, loading: false });
    picker.dispose();
    const asked = calls.length;
    picker.back();
    expect(calls).toHaveLength(asked);
  });
});
