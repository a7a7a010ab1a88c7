import { GEN } from '@boxwood/box-sdk';
import type { FileEntry, FolderState, FolderView, Place, Selection as Chosen } from '@boxwood/domain';
import { checkDownload } from '@boxwood/box-sdk/rules';
import { isFolder, parentOf } from '@boxwood/domain';
import type { Selection } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { useIssueText } from '../../../../kit/files/use-issue-text.ts';
import { placeOf, type FileRoot, rootOf } from '../../../../kit/files/file-places.ts';
import {
  FileUrlsToken,
  LauncherToken,
  FilesToken,
  LinkToken,
  NotificationsToken,
  UserToken,
} from '../../../../composition/service-tokens.ts';
import { useFavourites } from '../../../../kit/files/use-favourites.ts';
import { saveUrl } from '../../../../kit/files/save-url.ts';
import { safeDisplayName } from '../../../../platform/i18n/safe-display-name.ts';
import { copyText } from '../../../../platform/clipboard.ts';
import { useIsPhone } from '../../../../kit/app/use-is-phone.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useStream } from '../../../../platform/react/use-stream.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { type ActionId, findAction, type DisabledReason, type ActionContext } from '../../file-actions.ts';
import type { FileQuestion } from '../../dialogs/file-question.ts';
import { messages } from '../../messages.ts';
import { useOpenEntry } from './use-open-entry.ts';
import { useReveal } from './use-reveal.ts';
import { useSelection } from './use-selection.ts';
import { type FileTransfers, useFileTransfers } from './use-transfers.ts';
import { useArchives } from '../../archives-service.ts';

/** State and operations shared by all parts of a file window. */
export interface FileBrowser {
  readonly view: FolderView;
  readonly state: FolderState;
  readonly roots: readonly FileRoot[];
  readonly root: FileRoot | null;
  readonly chosen: Chosen;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly actionContext: ActionContext;
  /** The action context with other entries selected. */
  readonly actionContextOf: (entries: readonly FileEntry[]) => ActionContext;
  /** The place of an entry: that of the view, or its own in a search over places. */
  readonly placeOfEntry: (entry: FileEntry) => Place;
  /** The scrolling element of the list; null while the list is empty. */
  readonly scroller: HTMLElement | null;
  readonly onScroller: (element: HTMLElement | null) => void;
  readonly question: FileQuestion | null;
  readonly setQuestion: (question: FileQuestion | null) => void;
  readonly transfers: FileTransfers;
  readonly open: (entry: FileEntry) => void;
  /** Opens a folder in a new window; does nothing for a file. */
  readonly openInNewWindow: (entry: FileEntry) => void;
  /** Selects an entry as soon as it is listed. */
  readonly reveal: (path: string) => void;
  readonly trash: (entries: readonly FileEntry[], place: Place) => void;
  /**
   * Runs an action, or notifies why it is disabled. @param entries - The entries a menu was opened on; default: the
   * current selection at the time of the call.
   */
  readonly perform: (id: ActionId, entries?: readonly FileEntry[]) => void;
  /** Describes why an action is disabled. */
  readonly reasonText: (reason: DisabledReason) => string;
}

/** Opens the hidden file inputs of the window. */
export interface FileChoosers {
  readonly files: () => void;
  readonly folder: () => void;
}

/**
 * The path does not exist (code 6, G-03), or no root contains it and the box rejects it as invalid (code 15), because
 * its disk is disconnected.
 */
const isFolderMissing = ({ failure }: FolderState, root: FileRoot | null): boolean =>
  failure?._tag === 'Refused' && (failure.code === GEN.absent || (root === null && failure.code === GEN.path));

/** Connects a folder view of the domain to a window. */
export const useBrowser = (
  view: FolderView,
  roots: readonly FileRoot[],
  fileChoosers: FileChoosers,
  initialReveal: string | null,
): FileBrowser => {
  const t = useText(messages);
  const issue = useIssueText();
  const files = useService(FilesToken);
  const { list: favourites, setFavourite } = useFavourites();
  const archives = useArchives();
  const addresses = useService(FileUrlsToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const { model } = useService(LinkToken);
  const user = useService(UserToken);
  const state = useStream(view.state$);
  const clipboard = useStream(files.clipboard$);
  const { chosen, selection, select: applySelection } = useSelection(view);
  const [scroller, onScroller] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<FileQuestion | null>(null);
  const transfers = useFileTransfers(setQuestion);
  const placeOfEntry = useCallback(
    ({ path }: FileEntry): Place => {
      const { location: here, search } = view.state$.value;
      return search?.placeSearch === undefined ? here.place : (placeOf(path, user) ?? here.place);
    },
    [view, user],
  );
  const open = useOpenEntry(view, placeOfEntry);
  const { reveal, cancelReveal } = useReveal(state, applySelection, initialReveal, useIsPhone());
  const select = useCallback(
    (next: Selection) => {
      if (next.keys !== view.selection$.value.paths) cancelReveal();
      applySelection(next);
    },
    [view, applySelection, cancelReveal],
  );
  const { location } = state;
  const root = rootOf(location, roots);
  const actionContextOf = (entries: readonly FileEntry[]): ActionContext => {
    // Results of a search over places can be in several places; the most restrictive one decides.
    const places = new Set(entries.map(placeOfEntry));
    const place = [...places].find((one) => !files.hasTrash(one)) ?? [...places][0] ?? location.place;
    const readOnly = entries.some(
      (entry) => rootOf({ place: placeOfEntry(entry), path: entry.path }, roots)?.readOnly === true,
    );
    return {
      place,
      model,
      selection: entries,
      readOnly: readOnly || root?.readOnly === true,
      hasClipboard: clipboard !== null,
      isMissing: isFolderMissing(state, root),
      isSearchResult: state.search !== null,
      isFavourite: favourites === null ? null : favourites.some((one) => one.path === entries[0]?.path),
    };
  };
  const actionContext = actionContextOf(chosen.entries);

  const pickFolder = (
    purpose: Extract<FileQuestion, { kind: 'pick' }>['purpose'],
    onPick: (path: string) => void,
  ): void => {
    setQuestion({ kind: 'pick', purpose, picker: purpose === 'encrypt' ? 'safe' : 'directory', onPick });
  };

  const openInNewWindow = (entry: FileEntry): void => {
    if (!isFolder(entry)) return;
    launcher.open('files', { params: { place: placeOfEntry(entry), path: entry.path } });
  };

  const perform = (id: ActionId, entries = view.selection$.value.entries): void => {
    const currentContext = actionContextOf(entries);
    const action = findAction(id, currentContext);
    if (action === null) return;
    if (action.reason !== null) {
      if (action.reason.by === 'rule') {
        const { ok: _, issue: messageKey, ...values } = action.reason.verdict;
        notifications.notify({
          level: 'warning',
          failure: { _tag: 'Rejected', messageKey: messageKey, values },
          key: 'action',
        });
      }
      return;
    }
    const [first] = entries;
    const { path } = location;
    const { place } = currentContext;
    switch (id) {
      case 'open':
        if (first !== undefined) open(first);
        return;
      case 'openWindow':
        if (first !== undefined) openInNewWindow(first);
        return;
      case 'openFolder':
        if (first === undefined) return;
        reveal(first.path);
        view.open({ place: placeOfEntry(first), path: parentOf(first.path) });
        return;
      case 'favour':
      case 'unfavour':
        if (first !== undefined) setFavourite(first.path, id === 'favour');
        return;
      case 'refresh':
        view.refresh();
        return;
      case 'newFolder':
        setQuestion({ kind: 'newFolder', location });
        return;
      case 'uploadFiles':
        fileChoosers.files();
        return;
      case 'uploadFolder':
        fileChoosers.folder();
        return;
      case 'fromWeb':
        setQuestion({ kind: 'fromWeb', folder: path });
        return;
      case 'download': {
        const verdict = checkDownload(entries);
        if (!verdict.ok) {
          setQuestion({ kind: 'download', entries, verdict });
          return;
        }
        const address = first === undefined ? null : addresses.file(first.path, true);
        if (first !== undefined && address !== null) saveUrl(address, first.name);
        return;
      }
      case 'cut':
      case 'copy':
        if (id === 'cut') files.cutToClipboard(entries);
        else files.copyToClipboard(entries);
        // Overwrites the system clipboard, because Ctrl+V would upload files copied elsewhere.
        void copyText(entries.map(({ name }) => safeDisplayName(name)).join('\n'));
        return;
      case 'paste':
        transfers.paste(path);
        return;
      case 'moveTo':
        pickFolder('move', (target) => {
          transfers.move(entries, target);
        });
        return;
      case 'copyTo':
        pickFolder('copy', (target) => {
          transfers.copy(entries, target);
        });
        return;
      case 'rename':
        if (first !== undefined) setQuestion({ kind: 'rename', entry: first, place });
        return;
      case 'batchRename':
        setQuestion({ kind: 'batchRename', entries, folder: first === undefined ? path : parentOf(first.path), place });
        return;
      case 'encrypt':
        pickFolder('encrypt', (target) => {
          transfers.encrypt(entries, target);
        });
        return;
      case 'decrypt':
        pickFolder('decrypt', (target) => {
          transfers.decrypt(entries, target);
        });
        return;
      case 'compressHere':
      case 'compressTo':
        if (first !== undefined && archives.canCompress(entries))
          setQuestion({
            kind: 'compress',
            entry: first,
            folder: parentOf(first.path),
            startsWithPicker: id === 'compressTo',
          });
        return;
      case 'extractHere':
        if (first !== undefined) transfers.extract(first, parentOf(first.path));
        return;
      case 'extractTo':
        if (first !== undefined)
          pickFolder('extract', (target) => {
            transfers.extract(first, target);
          });
        return;
      case 'extractLocked':
        if (first !== undefined) setQuestion({ kind: 'unzipLocked', entry: first });
        return;
      case 'delete':
        if (files.hasTrash(place)) files.remove(entries, place);
        else setQuestion({ kind: 'delete', entries });
        return;
      case 'deleteForEver':
        setQuestion({ kind: 'delete', entries });
        return;
      case 'selectAll':
        view.selectAll();
        return;
      case 'details':
        setQuestion({ kind: 'details', entries, location });
        return;
      case 'shareHttp':
        if (first !== undefined) setQuestion({ kind: 'share', entries, folder: parentOf(first.path) });
        return;
      case 'shareFamily':
        if (first !== undefined) launcher.open('family-share', { params: { path: first.path } });
        return;
      case 'shareCloud':
      case 'toCloudDrive':
        return;
    }
  };

  return {
    view,
    state,
    roots,
    root,
    chosen,
    selection,
    select,
    actionContext,
    actionContextOf,
    placeOfEntry,
    scroller,
    onScroller,
    question,
    setQuestion,
    transfers,
    open,
    openInNewWindow,
    reveal,
    trash: (entries, place) => {
      files.remove(entries, place);
    },
    perform,
    reasonText: (reason) => (reason.by === 'rule' ? issue(reason.verdict) : t(reason.messageKey)),
  };
};
