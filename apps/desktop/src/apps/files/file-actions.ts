import type { FileEntry, Place } from '@boxwood/domain';
import { hasTrash, isFolder, parentOf, PLACES } from '@boxwood/domain';
import { canShareFrom } from '../../kit/files/share/shareable-places.ts';
import type { Verdict } from '@boxwood/command-bus/rules';
import {
  checkCompress,
  checkDecrypt,
  checkEncrypt,
  checkExtract,
  checkShareCount,
  supportsArchives,
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
export type DisabledReason =
  | { readonly by: 'rule'; readonly verdict: Extract<Verdict, { readonly ok: false }> }
  | {
      readonly by: 'browser';
      readonly messageKey:
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
export interface FileAction {
  readonly id: ActionId;
  readonly reason: DisabledReason | null;
}

/** Where the actions are shown. */
export type ActionSurface = 'toolbar' | 'item' | 'blank';

/** The state that decides which actions are available. */
export interface ActionContext {
  readonly place: Place;
  readonly model: 'N2' | 'N3' | 'G2';
  readonly selection: readonly FileEntry[];
  /** The device is mounted read-only. */
  readonly readOnly: boolean;
  /** The file clipboard is not empty. */
  readonly hasClipboard: boolean;
  /** The current folder does not exist. */
  readonly isMissing: boolean;
  /** The list shows search results. */
  readonly isSearchResult: boolean;
  /** Whether the selected entry is a favourite; null at a box without favourites. */
  readonly isFavourite: boolean | null;
}

const ALL_ACTIONS: readonly ActionId[] = [
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

const BLANK_ACTIONS: ReadonlySet<ActionId> = new Set([
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
export const UPLOAD_ACTIONS: ReadonlySet<ActionId> = new Set(['uploadFiles', 'uploadFolder', 'fromWeb']);
const addsToFolder = (id: ActionId): boolean => id === 'newFolder' || UPLOAD_ACTIONS.has(id);

/** Omitted from the menu of an item, because they apply to the folder. */
const FOLDER_ACTIONS: ReadonlySet<ActionId> = new Set([
  'newFolder',
  'uploadFiles',
  'uploadFolder',
  'fromWeb',
  'selectAll',
]);

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
const WRITE_ACTIONS: ReadonlySet<ActionId> = new Set([
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

const allExcept = (...ids: readonly ActionId[]): readonly ActionId[] => ALL_ACTIONS.filter((id) => !ids.includes(id));

/** Read-only actions that are available in every place. */
const EVERYWHERE: readonly ActionId[] = ['open', 'openWindow', 'openFolder', 'refresh', 'selectAll', 'details'];

/** Actions that a place supports (FILES-24, FILES-33 to FILES-36, P-10, P-18). */
const actionsOfPlace = (place: Place, surface: ActionSurface): readonly ActionId[] => {
  switch (place) {
    case PLACES.personal:
    case PLACES.public:
    case PLACES.private:
      return surface === 'toolbar' ? allExcept('decrypt') : ALL_ACTIONS;
    case PLACES.device:
    case PLACES.network:
      return surface === 'toolbar' ? allExcept('decrypt', 'toCloudDrive') : allExcept('toCloudDrive');
    case PLACES.safe:
      return surface === 'toolbar'
        ? ['download', 'moveTo', 'copyTo', 'delete', 'decrypt']
        : [...EVERYWHERE, 'download', 'cut', 'copy', 'moveTo', 'copyTo', 'delete', 'decrypt'];
    case PLACES.friends:
      return surface === 'toolbar' ? ['copyTo'] : [...EVERYWHERE, 'copyTo'];
  }
};

const ruleReason = (verdict: Verdict): DisabledReason | null => (verdict.ok ? null : { by: 'rule', verdict });
const browserReason = (
  messageKey: Extract<DisabledReason, { readonly by: 'browser' }>['messageKey'],
): DisabledReason => ({ by: 'browser', messageKey });

const checkEach = (selection: readonly FileEntry[], check: (entry: FileEntry) => Verdict): DisabledReason | null => {
  if (selection.length === 0) return browserReason('chooseSome');
  return ruleReason(selection.map(check).find(({ ok }) => !ok) ?? { ok: true });
};

const requireOne = (
  selection: readonly FileEntry[],
  check: (entry: FileEntry) => Verdict = () => ({ ok: true }),
): DisabledReason | null => {
  const [entry] = selection;
  return entry === undefined || selection.length !== 1 ? browserReason('chooseOne') : ruleReason(check(entry));
};

/** A share link can contain only entries of one folder, in a place that allows sharing. */
const shareReason = (place: Place, selection: readonly FileEntry[]): DisabledReason | null => {
  const [first] = selection;
  if (first === undefined) return browserReason('chooseSome');
  if (!canShareFrom(place)) return browserReason('notPrivate');
  if (selection.some(({ path }) => parentOf(path) !== parentOf(first.path))) return browserReason('oneFolder');
  return ruleReason(checkShareCount(selection.length));
};

const disabledReasonOf = (
  id: ActionId,
  { place, model, selection, readOnly, hasClipboard, isMissing }: ActionContext,
): DisabledReason | null => {
  const emptyReason = selection.length === 0 ? browserReason('chooseSome') : null;
  if (readOnly && WRITE_ACTIONS.has(id)) return browserReason('readOnly');
  // The box would recreate the missing folder, and a deleted one could then not be restored to its place.
  if (isMissing && addsToFolder(id)) return browserReason('gone');
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
      return requireOne(selection);
    case 'paste':
      return hasClipboard ? null : browserReason('nothingToPaste');
    // A download of several files or a large one asks the user instead of being disabled (FILES-56, FILES-57).
    case 'download':
    case 'cut':
    case 'copy':
    case 'moveTo':
    case 'copyTo':
    case 'delete':
    case 'deleteForEver':
      return emptyReason;
    case 'rename':
      return requireOne(selection);
    case 'batchRename':
      if (selection.length < 2) return browserReason('chooseSome');
      return selection.some(isFolder) ? browserReason('onlyFiles') : null;
    case 'encrypt':
      return checkEach(selection, checkEncrypt);
    case 'decrypt':
      return checkEach(selection, checkDecrypt);
    case 'compressHere':
    case 'compressTo':
      return requireOne(selection, (entry) => checkCompress(entry, model));
    case 'extractHere':
    case 'extractTo':
    case 'extractLocked':
      return requireOne(selection, (entry) => checkExtract(entry, model));
    case 'shareHttp':
      return shareReason(place, selection);
    case 'shareFamily':
      if (place !== PLACES.personal) return browserReason('notOwn');
      return requireOne(selection) ?? (selection.some(isFolder) ? null : browserReason('chooseFolder'));
    case 'shareCloud':
      return browserReason('noCloud');
    case 'toCloudDrive':
      return browserReason('noDrive');
  }
};

const COMPRESS_ACTIONS: ReadonlySet<ActionId> = new Set(['compressHere', 'compressTo']);
const EXTRACT_ACTIONS: ReadonlySet<ActionId> = new Set(['extractHere', 'extractTo', 'extractLocked']);

/** Whether the box model supports an action (FILES-38, ARCHIVE-06). */
const isSupportedByModel = (id: ActionId, model: ActionContext['model']): boolean =>
  supportsArchives(model) || (!COMPRESS_ACTIONS.has(id) && !EXTRACT_ACTIONS.has(id));

/**
 * Whether a menu omits an action because it can never apply to this selection (FILES-16, FILES-17, ARCHIVE-04,
 * ARCHIVE-05).
 */
const isIrrelevant = (
  id: ActionId,
  surface: ActionSurface,
  { place, selection, hasClipboard, isSearchResult, isFavourite }: ActionContext,
): boolean => {
  // Keeps the context menu short. Without a recycle bin, delete is already permanent.
  if (id === 'deleteForEver') return surface !== 'toolbar' || !hasTrash(place);
  if (surface === 'toolbar')
    return id === 'batchRename' ? selection.length < 2 : id === 'rename' && selection.length > 1;
  if (id === 'openFolder') return !isSearchResult;
  // Results come from many folders, so there is no target folder.
  if (isSearchResult && (addsToFolder(id) || id === 'paste')) return true;
  if (id === 'batchRename') return selection.length < 2;
  if (id === 'rename') return selection.length > 1;
  if (id === 'paste') return surface === 'item' && !hasClipboard;
  const [first] = selection;
  if (id === 'openWindow') return first === undefined || selection.length > 1 || !isFolder(first);
  if (id === 'favour' || id === 'unfavour') {
    const canBeFavourite = place === PLACES.personal || place === PLACES.public;
    if (!canBeFavourite || first === undefined || selection.length > 1 || !isFolder(first)) return true;
    return isFavourite !== (id === 'unfavour');
  }
  if (id === 'shareFamily')
    return place !== PLACES.personal || first === undefined || selection.length > 1 || !isFolder(first);
  const archive = first !== undefined && !isFolder(first) && isArchiveName(first.name);
  if (COMPRESS_ACTIONS.has(id)) return archive || first?.type === 100;
  if (EXTRACT_ACTIONS.has(id)) return !archive;
  const encrypted = selection.some(({ name }) => isEncryptedName(name));
  return (id === 'encrypt' && encrypted) || (id === 'decrypt' && !encrypted);
};

/**
 * Actions of a surface, in display order. Actions that the place or the box model does not support are omitted; those
 * that do not apply to this selection are disabled with a reason.
 */
export const actionsFor = (context: ActionContext, surface: ActionSurface): readonly FileAction[] => {
  const offered = new Set(actionsOfPlace(context.place, surface));
  return ALL_ACTIONS.filter((id) => {
    if (!offered.has(id) || !isSupportedByModel(id, context.model)) return false;
    if (surface === 'blank' && !BLANK_ACTIONS.has(id)) return false;
    if (surface === 'item' && FOLDER_ACTIONS.has(id)) return false;
    if (surface === 'toolbar' && NOT_ON_TOOLBAR.has(id)) return false;
    return !isIrrelevant(id, surface, context);
  }).map((id) => ({ id, reason: disabledReasonOf(id, context) }));
};

/** The action with its reason, for shortcuts and menus; null when the place or the box model does not support it. */
export const findAction = (id: ActionId, context: ActionContext): FileAction | null => {
  if (!actionsOfPlace(context.place, 'item').includes(id) || !isSupportedByModel(id, context.model)) return null;
  return { id, reason: disabledReasonOf(id, context) };
};

/** Actions that add something to the current folder; empty when the folder is missing. */
export const addActions = ({ actionContext }: { readonly actionContext: ActionContext }): readonly FileAction[] =>
  actionContext.isMissing ? [] : actionsFor(actionContext, 'toolbar').filter(({ id }) => addsToFolder(id));
