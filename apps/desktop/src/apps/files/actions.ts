import type { FileEntry, Place } from '@boxwood/domain';
import { hasTrash, isFolder, parentOf, PLACES } from '@boxwood/domain';
import { mayShareFrom } from '../../file-kit/share/places.ts';
import type { Verdict } from '@boxwood/command-bus/rules';
import {
  checkCompress,
  checkDecrypt,
  checkEncrypt,
  checkExtract,
  checkShareCount,
  hasArchives,
  isArchiveName,
  isEncryptedName,
} from '@boxwood/box-sdk/rules';

/** All actions on the selection or on the current folder. */
export type ActionId =
  | 'open'
  | 'openWindow'
  | 'openFolder'
  | 'favour'
  | 'unfavour'
  | 'refresh'
  | 'newFolder'
  | 'uploadFiles'
  | 'uploadFolder'
  | 'fromWeb'
  | 'download'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'moveTo'
  | 'copyTo'
  | 'rename'
  | 'batchRename'
  | 'encrypt'
  | 'decrypt'
  | 'shareHttp'
  | 'shareFamily'
  | 'shareCloud'
  | 'toCloudDrive'
  | 'compressHere'
  | 'compressTo'
  | 'extractHere'
  | 'extractTo'
  | 'extractLocked'
  | 'delete'
  | 'deleteForEver'
  | 'selectAll'
  | 'details';

/** Why an action is disabled: an SDK rule, or a reason of the file browser. */
export type Reason =
  | { readonly by: 'rule'; readonly verdict: Extract<Verdict, { readonly ok: false }> }
  | {
      readonly by: 'browser';
      readonly word:
        | 'chooseOne'
        | 'chooseSome'
        | 'noDrive'
        | 'readOnly'
        | 'nothingToPaste'
        | 'onlyFiles'
        | 'chooseFolder'
        | 'notOwn'
        | 'oneFolder'
        | 'notPrivate'
        | 'noCloud'
        | 'gone';
    };

/** An available action; `reason` is null when it is enabled. */
export interface Action {
  readonly id: ActionId;
  readonly reason: Reason | null;
}

/** Where the actions are shown. */
export type Surface = 'toolbar' | 'item' | 'blank';

/** The state that decides which actions are available. */
export interface Situation {
  readonly place: Place;
  readonly model: 'N2' | 'N3' | 'G2';
  readonly selection: readonly FileEntry[];
  /** The device is mounted read-only. */
  readonly readOnly: boolean;
  /** The file clipboard is not empty. */
  readonly clipboard: boolean;
  /** The current folder does not exist. */
  readonly gone: boolean;
  /** The list shows search results. */
  readonly found: boolean;
  /** Whether the selected entry is a favourite; null at a box without favourites. */
  readonly favourite: boolean | null;
}

const ALL: readonly ActionId[] = [
  'open',
  'openWindow',
  'openFolder',
  'favour',
  'unfavour',
  'newFolder',
  'uploadFiles',
  'uploadFolder',
  'fromWeb',
  'download',
  'cut',
  'copy',
  'paste',
  'moveTo',
  'copyTo',
  'rename',
  'batchRename',
  'encrypt',
  'decrypt',
  'shareHttp',
  'shareFamily',
  'shareCloud',
  'toCloudDrive',
  'compressHere',
  'compressTo',
  'extractHere',
  'extractTo',
  'extractLocked',
  'delete',
  'deleteForEver',
  'refresh',
  'selectAll',
  'details',
];

const ON_BLANK: ReadonlySet<ActionId> = new Set([
  'refresh',
  'newFolder',
  'uploadFiles',
  'uploadFolder',
  'fromWeb',
  'paste',
  'selectAll',
  'details',
]);

/** Actions that upload or download something into the current folder. */
export const WAYS_IN: ReadonlySet<ActionId> = new Set(['uploadFiles', 'uploadFolder', 'fromWeb']);
const bringsIn = (id: ActionId): boolean => id === 'newFolder' || WAYS_IN.has(id);

/** Omitted from the menu of an item, because they apply to the folder. */
const OF_FOLDER: ReadonlySet<ActionId> = new Set(['newFolder', 'uploadFiles', 'uploadFolder', 'fromWeb', 'selectAll']);

/** Omitted from the toolbar, which shows actions on a selection and upload actions. */
const NOT_ON_TOOLBAR: ReadonlySet<ActionId> = new Set([
  'open',
  'openWindow',
  'openFolder',
  'favour',
  'unfavour',
  'refresh',
  'selectAll',
]);

/** Actions that modify the current folder. */
const WRITES: ReadonlySet<ActionId> = new Set([
  'newFolder',
  'uploadFiles',
  'uploadFolder',
  'fromWeb',
  'cut',
  'paste',
  'moveTo',
  'rename',
  'batchRename',
  'encrypt',
  'compressHere',
  'extractHere',
  'extractLocked',
  'delete',
  'deleteForEver',
]);

const without = (...ids: readonly ActionId[]): readonly ActionId[] => ALL.filter((id) => !ids.includes(id));

/** Read-only actions that are available in every place. */
const EVERYWHERE: readonly ActionId[] = ['open', 'openWindow', 'openFolder', 'refresh', 'selectAll', 'details'];

/** Actions that a place supports (FILES-24, FILES-33 to FILES-36, P-10, P-18). */
const offeredIn = (place: Place, surface: Surface): readonly ActionId[] => {
  switch (place) {
    case PLACES.personal:
    case PLACES.public:
    case PLACES.private:
      return surface === 'toolbar' ? without('decrypt') : ALL;
    case PLACES.device:
    case PLACES.network:
      return surface === 'toolbar' ? without('decrypt', 'toCloudDrive') : without('toCloudDrive');
    case PLACES.safe:
      return surface === 'toolbar'
        ? ['download', 'moveTo', 'copyTo', 'delete', 'decrypt']
        : [...EVERYWHERE, 'download', 'cut', 'copy', 'moveTo', 'copyTo', 'delete', 'decrypt'];
    case PLACES.friends:
      return surface === 'toolbar' ? ['copyTo'] : [...EVERYWHERE, 'copyTo'];
  }
};

const refused = (verdict: Verdict): Reason | null => (verdict.ok ? null : { by: 'rule', verdict });
const because = (word: Extract<Reason, { readonly by: 'browser' }>['word']): Reason => ({ by: 'browser', word });

const each = (selection: readonly FileEntry[], check: (entry: FileEntry) => Verdict): Reason | null => {
  if (selection.length === 0) return because('chooseSome');
  return refused(selection.map(check).find(({ ok }) => !ok) ?? { ok: true });
};

const exactlyOne = (
  selection: readonly FileEntry[],
  check: (entry: FileEntry) => Verdict = () => ({ ok: true }),
): Reason | null => {
  const [entry] = selection;
  return entry === undefined || selection.length !== 1 ? because('chooseOne') : refused(check(entry));
};

/** A share link can contain only entries of one folder, in a place that allows sharing. */
const whyNotShared = (place: Place, selection: readonly FileEntry[]): Reason | null => {
  const [first] = selection;
  if (first === undefined) return because('chooseSome');
  if (!mayShareFrom(place)) return because('notPrivate');
  if (selection.some(({ path }) => parentOf(path) !== parentOf(first.path))) return because('oneFolder');
  return refused(checkShareCount(selection.length));
};

const reasonOf = (id: ActionId, { place, model, selection, readOnly, clipboard, gone }: Situation): Reason | null => {
  const unlessEmpty = selection.length === 0 ? because('chooseSome') : null;
  if (readOnly && WRITES.has(id)) return because('readOnly');
  // The box would recreate the missing folder, and a deleted one could then not be restored to its place.
  if (gone && bringsIn(id)) return because('gone');
  switch (id) {
    case 'refresh':
    case 'newFolder':
    case 'uploadFiles':
    case 'uploadFolder':
    case 'fromWeb':
    case 'selectAll':
    case 'details':
      return null;
    case 'open':
    case 'openWindow':
    case 'openFolder':
    case 'favour':
    case 'unfavour':
      return exactlyOne(selection);
    case 'paste':
      return clipboard ? null : because('nothingToPaste');
    // A download of several files or a large one asks the user instead of being disabled (FILES-56, FILES-57).
    case 'download':
    case 'cut':
    case 'copy':
    case 'moveTo':
    case 'copyTo':
    case 'delete':
    case 'deleteForEver':
      return unlessEmpty;
    case 'rename':
      return exactlyOne(selection);
    case 'batchRename':
      if (selection.length < 2) return because('chooseSome');
      return selection.some(isFolder) ? because('onlyFiles') : null;
    case 'encrypt':
      return each(selection, checkEncrypt);
    case 'decrypt':
      return each(selection, checkDecrypt);
    case 'compressHere':
    case 'compressTo':
      return exactlyOne(selection, (entry) => checkCompress(entry, model));
    case 'extractHere':
    case 'extractTo':
    case 'extractLocked':
      return exactlyOne(selection, (entry) => checkExtract(entry, model));
    case 'shareHttp':
      return whyNotShared(place, selection);
    case 'shareFamily':
      if (place !== PLACES.personal) return because('notOwn');
      return exactlyOne(selection) ?? (selection.some(isFolder) ? null : because('chooseFolder'));
    case 'shareCloud':
      return because('noCloud');
    case 'toCloudDrive':
      return because('noDrive');
  }
};

const COMPRESS: ReadonlySet<ActionId> = new Set(['compressHere', 'compressTo']);
const EXTRACT: ReadonlySet<ActionId> = new Set(['extractHere', 'extractTo', 'extractLocked']);

/** Whether the box model supports an action (FILES-38, ARCHIVE-06). */
const hasModel = (id: ActionId, model: Situation['model']): boolean =>
  hasArchives(model) || (!COMPRESS.has(id) && !EXTRACT.has(id));

/**
 * Whether a menu omits an action because it can never apply to this selection (FILES-16, FILES-17, ARCHIVE-04,
 * ARCHIVE-05).
 */
const pointless = (
  id: ActionId,
  surface: Surface,
  { place, selection, clipboard, found, favourite }: Situation,
): boolean => {
  // Keeps the context menu short. Without a recycle bin, delete is already permanent.
  if (id === 'deleteForEver') return surface !== 'toolbar' || !hasTrash(place);
  if (surface === 'toolbar')
    return id === 'batchRename' ? selection.length < 2 : id === 'rename' && selection.length > 1;
  if (id === 'openFolder') return !found;
  // Results come from many folders, so there is no target folder.
  if (found && (bringsIn(id) || id === 'paste')) return true;
  if (id === 'batchRename') return selection.length < 2;
  if (id === 'rename') return selection.length > 1;
  if (id === 'paste') return surface === 'item' && !clipboard;
  const [first] = selection;
  if (id === 'openWindow') return first === undefined || selection.length > 1 || !isFolder(first);
  if (id === 'favour' || id === 'unfavour') {
    const isKept = place === PLACES.personal || place === PLACES.public;
    if (!isKept || first === undefined || selection.length > 1 || !isFolder(first)) return true;
    return favourite !== (id === 'unfavour');
  }
  if (id === 'shareFamily')
    return place !== PLACES.personal || first === undefined || selection.length > 1 || !isFolder(first);
  const archive = first !== undefined && !isFolder(first) && isArchiveName(first.name);
  if (COMPRESS.has(id)) return archive || first?.type === 100;
  if (EXTRACT.has(id)) return !archive;
  const encrypted = selection.some(({ name }) => isEncryptedName(name));
  return (id === 'encrypt' && encrypted) || (id === 'decrypt' && !encrypted);
};

/**
 * Actions of a surface, in display order. Actions that the place or the box model does not support are omitted; those
 * that do not apply to this selection are disabled with a reason.
 */
export const actionsFor = (situation: Situation, surface: Surface): readonly Action[] => {
  const offered = new Set(offeredIn(situation.place, surface));
  return ALL.filter((id) => {
    if (!offered.has(id) || !hasModel(id, situation.model)) return false;
    if (surface === 'blank' && !ON_BLANK.has(id)) return false;
    if (surface === 'item' && OF_FOLDER.has(id)) return false;
    if (surface === 'toolbar' && NOT_ON_TOOLBAR.has(id)) return false;
    return !pointless(id, surface, situation);
  }).map((id) => ({ id, reason: reasonOf(id, situation) }));
};

/** The action with its reason, for shortcuts and menus; null when the place or the box model does not support it. */
export const canDo = (id: ActionId, situation: Situation): Action | null => {
  if (!offeredIn(situation.place, 'item').includes(id) || !hasModel(id, situation.model)) return null;
  return { id, reason: reasonOf(id, situation) };
};

/** Actions that add something to the current folder; empty when the folder is missing. */
export const waysIn = ({ situation }: { readonly situation: Situation }): readonly Action[] =>
  situation.gone ? [] : actionsFor(situation, 'toolbar').filter(({ id }) => bringsIn(id));
