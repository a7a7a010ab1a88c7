import { describe, expect, it } from 'vitest';
import type { PickerState } from './folder-picker.ts';
import {
  checkCloudPick,
  checkPhotoSource,
  checkPick,
  checkPickerNewFolder,
  documentPickAction,
  pickedPath,
} from './folder-picker.ts';

const state = (more: Partial<PickerState>): PickerState => ({
  root: 1,
  mount: null,
  selected: null,
  verified: false,
  ...more,
});

describe('pickers', () => {
  it('VALID-28: confirm needs a resulting path', () => {
    expect(checkPick(state({ selected: '' }))).toEqual({ ok: false, issue: 'picker.selectFolder' });
    expect(checkPick(state({ mount: '/mnt/usb1/ann' }))).toEqual({ ok: true, path: '/mnt/usb1/ann' });
  });

  it('VALID-29: at the root a selection is required', () => {
    for (const root of [1, 2, 4, 5, 9] as const) expect(checkPick(state({ root })).ok, String(root)).toBe(false);
  });

  it('VALID-30: a new folder needs a mount', () => {
    expect(checkPickerNewFolder({ root: 1, mount: null })).toEqual({ ok: false, issue: 'picker.newFolderAtRoot' });
    expect(checkPickerNewFolder({ root: 1, mount: '/mnt/usb1/ann' }).ok).toBe(true);
    expect(checkPickerNewFolder({ root: 4, mount: '/mnt/usb1/ann/.share2me/bob' })).toMatchObject({ ok: false });
    expect(checkPickerNewFolder({ root: 4, mount: '/mnt/usb1/ann/.share2me/bob/Trip' }).ok).toBe(true);
  });

  it('VALID-31: at the roots of 1, 2, 5 and 9 confirm waits for a selection', () => {
    for (const root of [1, 2, 5, 9] as const) {
      expect(checkPick(state({ root }))).toEqual({ ok: false, issue: 'picker.selectFolder' });
      expect(checkPick(state({ root, selected: '/mnt/usb1/ann' }))).toEqual({ ok: true, path: '/mnt/usb1/ann' });
    }
  });

  it('VALID-32: root 8 waits for the verification of the private area', () => {
    const mount = '/mnt/usb1/ann/.safe_home';
    expect(checkPick(state({ root: 8, mount, selected: 'a' }))).toEqual({ ok: false, issue: 'picker.verifyPrivate' });
    expect(checkPick(state({ root: 8, mount, verified: true }))).toEqual({ ok: true, path: mount });
  });

  it('VALID-33: the safe picker waits for the verification of the safe', () => {
    const mount = '/mnt/usb1/ann/.safebox';
    expect(checkPick(state({ root: 3, mount, selected: 'a' }))).toEqual({ ok: false, issue: 'picker.verifySafe' });
    expect(checkPick(state({ root: 3, mount, selected: 'a', verified: true }))).toEqual({
      ok: true,
      path: `${mount}/a`,
    });
  });

  it('VALID-34 PICKER-35: the cloud-drive picker needs a selection', () => {
    expect(checkCloudPick(0)).toEqual({ ok: false, issue: 'picker.chooseSync' });
    expect(checkCloudPick(1).ok).toBe(true);
  });

  it('VALID-35 PICKER-36: the photo source dialog needs a choice', () => {
    for (const source of [null, ''])
      expect(checkPhotoSource(source)).toEqual({ ok: false, issue: 'picker.photoSource' });
    expect(checkPhotoSource('/mnt/usb1/ann/Photos').ok).toBe(true);
  });

  it('PICKER-28: one leading slash of the selection goes', () => {
    expect(pickedPath({ mount: '/m', selected: '/a/b' })).toBe('/m/a/b');
    expect(pickedPath({ mount: '/m', selected: 'a' })).toBe('/m/a');
    expect(pickedPath({ mount: '/m', selected: '/' })).toBe('/m');
  });

  it('PICKER-22 PICKER-23: the document picker enters folders and confirms files', () => {
    for (const type of [5, 100, 777])
      expect(documentPickAction({ path: '/m/a', type })).toEqual({ action: 'enter', path: '/m/a/' });
    expect(documentPickAction({ path: '/m/a.tar', type: 0 })).toEqual({ action: 'confirm', path: '/m/a.tar' });
  });
});
