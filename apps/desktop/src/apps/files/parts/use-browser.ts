import { GEN } from '@boxwood/box-sdk';
import type { FileEntry, FolderState, FolderView, Place, Selection as Chosen } from '@boxwood/domain';
import { checkDownload } from '@boxwood/box-sdk/rules';
import { isFolder, parentOf } from '@boxwood/domain';
import type { Selection } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { useIssueText } from '../../../file-kit/texts.ts';
import { placeOf, type Root, rootOf } from '../../../file-kit/places.ts';
import {
  FileAddressesToken,
  LauncherToken,
  FilesToken,
  LinkToken,
  NotificationsToken,
  UserToken,
} from '../../../composition/tokens.ts';
import { useFavourites } from '../../../file-kit/use-favourites.ts';
import { saveFrom } from '../../../file-kit/save-from.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { usePhone } from '../../../app-kit/use-phone.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { type ActionId, canDo, type Reason, type Situation } from '../actions.ts';
import type { Ask } from '../dialogs/ask.ts';
import { messages } from '../messages.ts';
import { useOpen } from './use-open.ts';
import { useReveal } from './use-reveal.ts';
import { useSelection } from './use-selection.ts';
import { type Transfers, useTransfers } from './use-transfers.ts';
import { useArchives } from '../archives-service.ts';

/** State and operations shared by all parts of a file window. */
export interface Browser {
  readonly view: FolderView;
  readonly state: FolderState;
  readonly roots: readonly Root[];
  readonly root: Root | null;
  readonly chosen: Chosen;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly situation: Situation;
  /** The action context with other entries selected. */
  readonly situationOf: (entries: readonly FileEntry[]) => Situation;
  /** The place of an entry: that of the view, or its own in a search over places. */
  readonly placeOfEntry: (entry: FileEntry) => Place;
  /** The scrolling element of the list; null while the list is empty. */
  readonly scroller: HTMLElement | null;
  readonly onScroller: (element: HTMLElement | null) => void;
  readonly question: Ask | null;
  readonly ask: (question: Ask | null) => void;
  readonly transfers: Transfers;
  readonly open: (entry: FileEntry) => void;
  /** Opens a folder in a new window; does nothing for a file. */
  readonly openAside: (entry: FileEntry) => void;
  /** Selects an entry as soon as it is listed. */
  readonly reveal: (path: string) => void;
  readonly trash: (entries: readonly FileEntry[], place: Place) => void;
  /**
   * Runs an action, or notifies why it is disabled. @param entries - The entries a menu was opened on; default: the
   * current selection at the time of the call.
   */
  readonly perform: (id: ActionId, entries?: readonly FileEntry[]) => void;
  /** Describes why an action is disabled. */
  readonly because: (reason: Reason) => string;
}

/** Opens the hidden file inputs of the window. */
export interface Choosers {
  readonly files: () => void;
  readonly folder: () => void;
}

/**
 * The path does not exist (code 6, G-03), or no root contains it and the box rejects it as invalid (code 15), because
 * its disk is disconnected.
 */
const isGone = ({ failure }: FolderState, root: Root | null): boolean =>
  failure?._tag === 'Refused' && (failure.code === GEN.absent || (root === null && failure.code === GEN.path));

/** Connects a folder view of the domain to a window. */
export const useBrowser = (
  view: FolderView,
  roots: readonly Root[],
  choosers: Choosers,
  asked: string | null,
): Browser => {
  const t = useText(messages);
  const issue = useIssueText();
  const files = useService(FilesToken);
  const { list: favourites, favour } = useFavourites();
  const archives = useArchives();
  const addresses = useService(FileAddressesToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const { model } = useService(LinkToken);
  const user = useService(UserToken);
  const state = useStream(view.state$);
  const clipboard = useStream(files.clipboard$);
  const { chosen, selection, select: put } = useSelection(view);
  const [scroller, onScroller] = useState<HTMLElement | null>(null);
  const [question, ask] = useState<Ask | null>(null);
  const transfers = useTransfers(ask);
  const placeOfEntry = useCallback(
    ({ path }: FileEntry): Place => {
      const { location: here, search } = view.state$.value;
      return search?.wide === undefined ? here.place : (placeOf(path, user) ?? here.place);
    },
    [view, user],
  );
  const open = useOpen(view, placeOfEntry);
  const { reveal, forget } = useReveal(state, put, asked, usePhone());
  const select = useCallback(
    (next: Selection) => {
      if (next.keys !== view.selection$.value.paths) forget();
      put(next);
    },
    [view, put, forget],
  );
  const { location } = state;
  const root = rootOf(location, roots);
  const situationOf = (entries: readonly FileEntry[]): Situation => {
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
      clipboard: clipboard !== null,
      gone: isGone(state, root),
      found: state.search !== null,
      favourite: favourites === null ? null : favourites.some((one) => one.path === entries[0]?.path),
    };
  };
  const situation = situationOf(chosen.entries);

  const pick = (why: Extract<Ask, { kind: 'pick' }>['why'], onPick: (path: string) => void): void => {
    ask({ kind: 'pick', why, picker: why === 'encrypt' ? 'safe' : 'directory', onPick });
  };

  const openAside = (entry: FileEntry): void => {
    if (!isFolder(entry)) return;
    launcher.open('files', { params: { place: placeOfEntry(entry), path: entry.path } });
  };

  const perform = (id: ActionId, entries = view.selection$.value.entries): void => {
    const now = situationOf(entries);
    const action = canDo(id, now);
    if (action === null) return;
    if (action.reason !== null) {
      if (action.reason.by === 'rule') {
        const { ok: _, issue: word, ...values } = action.reason.verdict;
        notifications.notify({ level: 'warning', failure: { _tag: 'Rejected', word, values }, key: 'action' });
      }
      return;
    }
    const [first] = entries;
    const { path } = location;
    const { place } = now;
    switch (id) {
      case 'open':
        if (first !== undefined) open(first);
        return;
      case 'openWindow':
        if (first !== undefined) openAside(first);
        return;
      case 'openFolder':
        if (first === undefined) return;
        reveal(first.path);
        view.open({ place: placeOfEntry(first), path: parentOf(first.path) });
        return;
      case 'favour':
      case 'unfavour':
        if (first !== undefined) favour(first.path, id === 'favour');
        return;
      case 'refresh':
        view.refresh();
        return;
      case 'newFolder':
        ask({ kind: 'newFolder', location });
        return;
      case 'uploadFiles':
        choosers.files();
        return;
      case 'uploadFolder':
        choosers.folder();
        return;
      case 'fromWeb':
        ask({ kind: 'fromWeb', folder: path });
        return;
      case 'download': {
        const verdict = checkDownload(entries);
        if (!verdict.ok) {
          ask({ kind: 'download', entries, verdict });
          return;
        }
        const address = first === undefined ? null : addresses.file(first.path, true);
        if (first !== undefined && address !== null) saveFrom(address, first.name);
        return;
      }
      case 'cut':
      case 'copy':
        if (id === 'cut') files.cutToClipboard(entries);
        else files.copyToClipboard(entries);
        // Overwrites the system clipboard, because Ctrl+V would upload files copied elsewhere.
        void copyText(entries.map(({ name }) => shownName(name)).join('\n'));
        return;
      case 'paste':
        transfers.paste(path);
        return;
      case 'moveTo':
        pick('move', (target) => {
          transfers.move(entries, target);
        });
        return;
      case 'copyTo':
        pick('copy', (target) => {
          transfers.copy(entries, target);
        });
        return;
      case 'rename':
        if (first !== undefined) ask({ kind: 'rename', entry: first, place });
        return;
      case 'batchRename':
        ask({ kind: 'batchRename', entries, folder: first === undefined ? path : parentOf(first.path), place });
        return;
      case 'encrypt':
        pick('encrypt', (target) => {
          transfers.encrypt(entries, target);
        });
        return;
      case 'decrypt':
        pick('decrypt', (target) => {
          transfers.decrypt(entries, target);
        });
        return;
      case 'compressHere':
      case 'compressTo':
        if (first !== undefined && archives.canCompress(entries))
          ask({ kind: 'compress', entry: first, folder: parentOf(first.path), choosing: id === 'compressTo' });
        return;
      case 'extractHere':
        if (first !== undefined) transfers.extract(first, parentOf(first.path));
        return;
      case 'extractTo':
        if (first !== undefined)
          pick('extract', (target) => {
            transfers.extract(first, target);
          });
        return;
      case 'extractLocked':
        if (first !== undefined) ask({ kind: 'unzipLocked', entry: first });
        return;
      case 'delete':
        if (files.hasTrash(place)) files.remove(entries, place);
        else ask({ kind: 'delete', entries });
        return;
      case 'deleteForEver':
        ask({ kind: 'delete', entries });
        return;
      case 'selectAll':
        view.selectAll();
        return;
      case 'details':
        ask({ kind: 'details', entries, location });
        return;
      case 'shareHttp':
        if (first !== undefined) ask({ kind: 'share', entries, folder: parentOf(first.path) });
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
    situation,
    situationOf,
    placeOfEntry,
    scroller,
    onScroller,
    question,
    ask,
    transfers,
    open,
    openAside,
    reveal,
    trash: (entries, place) => {
      files.remove(entries, place);
    },
    perform,
    because: (reason) => (reason.by === 'rule' ? issue(reason.verdict) : t(reason.word)),
  };
};
