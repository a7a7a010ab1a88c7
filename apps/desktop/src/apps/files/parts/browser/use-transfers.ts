import type { Archives, ConflictChoice, FileClipboard, FileEntry } from '@boxwood/domain';
import { parentOf } from '@boxwood/domain';
import { useMemo } from 'react';
import { type Observable, Subject } from 'rxjs';
import { FilesToken, NotificationsToken } from '../../../../composition/service-tokens.ts';
import { type UploadFiles, useUploadFiles } from '../../../../kit/files/receive/use-upload-files.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import type { FileQuestion } from '../../dialogs/file-question.ts';
import { useArchives } from '../../archives-service.ts';

/** Entries of a started transfer and its target folder. */
export interface StartedTransfer {
  readonly entries: readonly FileEntry[];
  readonly target: string;
}

/** File transfers of a window. Each asks its questions before it starts. */
export interface FileTransfers {
  /** Emits a copy or move after its questions are answered and before the request is sent. */
  readonly started$: Observable<StartedTransfer>;
  copy(entries: readonly FileEntry[], target: string): void;
  move(entries: readonly FileEntry[], target: string): void;
  paste(target: string): void;
  encrypt(entries: readonly FileEntry[], target: string): void;
  decrypt(entries: readonly FileEntry[], target: string): void;
  extract(entry: FileEntry, target: string): void;
  readonly upload: UploadFiles;
}

/** Connects the transfers of the domain to the dialogs of a window. */
export const useFileTransfers = (setQuestion: (question: FileQuestion | null) => void): FileTransfers => {
  const files = useService(FilesToken);
  const archives: Archives = useArchives();
  const notifications = useService(NotificationsToken);
  const upload = useUploadFiles(setQuestion);
  return useMemo(() => {
    const started$ = new Subject<StartedTransfer>();
    /** Runs `next` if the folder still exists; otherwise a notification says that it was deleted. */
    const ifFolderExists = (folder: string, next: () => void): void => {
      files.checkExists(folder).subscribe((result) => {
        if (result._tag === 'Right' && result.right) next();
      });
    };

    /** Checks for name conflicts first; one choice applies to the whole batch (G-20). */
    const startAfterConflicts = (
      mode: FileClipboard['mode'],
      entries: readonly FileEntry[],
      target: string,
      start: (conflict?: ConflictChoice) => unknown,
    ): void => {
      const affected = mode === 'copy' ? entries : entries.filter(({ path }) => parentOf(path) !== target);
      if (affected.length === 0) {
        start();
        return;
      }
      const startTransfer = (conflict?: ConflictChoice): void => {
        started$.next({ entries: affected, target });
        start(conflict);
      };
      // A copy into its own folder always gets a new name.
      if (mode === 'copy' && affected.every(({ path }) => parentOf(path) === target)) {
        startTransfer(2);
        return;
      }
      files.findConflicts(affected, target).subscribe((found) => {
        if (found._tag === 'Left') notifications.fail(found.left);
        else if (found.right.length === 0) startTransfer();
        else
          setQuestion({
            kind: 'conflict',
            direction: 'download',
            names: found.right,
            choose: (choice) => {
              startTransfer(choice);
            },
          });
      });
    };

    return {
      started$,
      copy: (entries, target) =>
        ifFolderExists(target, () =>
          startAfterConflicts('copy', entries, target, (conflict) => files.copy(entries, target, conflict)),
        ),
      move: (entries, target) =>
        ifFolderExists(target, () =>
          startAfterConflicts('cut', entries, target, (conflict) => files.move(entries, target, conflict)),
        ),
      paste: (target) => {
        const clipboard = files.clipboard$.value;
        if (clipboard === null) files.paste(target);
        else
          ifFolderExists(target, () => {
            const { mode, entries } = clipboard;
            startAfterConflicts(mode, entries, target, (conflict) => files.paste(target, conflict, clipboard));
          });
      },
      encrypt: (entries, target) => void files.encrypt(entries, target),
      decrypt: (entries, target) => void files.decrypt(entries, target),
      extract: (entry, target) => {
        const start = (): void => void archives.extract(entry, target);
        if (archives.needsExtractNotice$.value)
          setQuestion({ kind: 'unzip', isSameFolder: target === parentOf(entry.path), proceed: start });
        else start();
      },
      upload,
    };
  }, [files, archives, notifications, setQuestion, upload]);
};
