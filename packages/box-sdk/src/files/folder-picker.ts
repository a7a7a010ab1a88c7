/** Rules for when a folder picker can be confirmed (area PICKER, VALID-28 to VALID-35). */
import { failed, passed, unless } from '@boxwood/command-bus/rules';
import { ROOT } from '../constants.ts';
import type { RootType } from './file-queries.ts';
import { isFolderType, joinPath } from './file-model.ts';

/**
 * State of a picker. `mount` is the folder opened in the tab: null at the top level, where volumes are listed. The safe
 * and the private files are folders themselves, so their tabs start inside a mount.
 */
export interface PickerState {
  readonly root: RootType;
  readonly mount: string | null;
  /** The selected row, as a name or path below `mount`; null when nothing is selected. */
  readonly selected: string | null;
  /** Whether the user has entered the password of the tab's area. */
  readonly verified: boolean;
}

/** PICKER-28: the path that confirm returns: the selection without one leading slash, joined to the base. */
export const pickedPath = ({ mount, selected }: Pick<PickerState, 'mount' | 'selected'>): string => {
  if (selected === null) return mount ?? '';
  const below = selected.startsWith('/') ? selected.slice(1) : selected;
  if (mount === null) return selected;
  return below === '' ? mount : joinPath(mount, below);
};

/** VALID-28, VALID-29, VALID-31 to VALID-33: whether confirm is enabled, with the resulting path. */
export const checkPick = (state: PickerState) => {
  if (state.root === ROOT.private && !state.verified) return failed('picker.verifyPrivate');
  if (state.root === ROOT.safe && !state.verified) return failed('picker.verifySafe');
  if (state.mount === null && state.selected === null) return failed('picker.selectFolder');
  const path = pickedPath(state);
  return path === '' ? failed('picker.selectFolder') : { ok: true as const, path };
};

/** Shared items are below the folder of their owner; folders can be made only inside one. */
const INSIDE_SHARE = /\/\.share2me\/[^/]+\/[^/]/;

/** VALID-30: a new folder needs a mount around it, and on tab 4 a shared item. */
export const checkPickerNewFolder = ({ root, mount }: Pick<PickerState, 'root' | 'mount'>) =>
  root === ROOT.shared && !INSIDE_SHARE.test(mount ?? '')
    ? failed('picker.newFolderOutsideShare')
    : unless(mount !== null, 'picker.newFolderAtRoot');

/** VALID-34: the cloud-drive picker. */
export const checkCloudPick = (selected: number) => unless(selected > 0, 'picker.chooseSync');

/** VALID-35: the photo source dialog. */
export const checkPhotoSource = (source: string | null) =>
  source === null || source === '' ? failed('picker.photoSource') : passed;

/**
 * PICKER-22, PICKER-23: what the document picker does on a double-click, and the path of a choice (folders end in a
 * slash).
 */
export const documentPickAction = ({ path, type }: { readonly path: string; readonly type: number }) =>
  isFolderType(type)
    ? ({ action: 'enter', path: path.endsWith('/') ? path : `${path}/` } as const)
    : ({ action: 'confirm', path } as const);
