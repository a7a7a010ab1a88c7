import type { Archives, ConflictChoice, FileClipboard, FileEntry } from '@boxwood/domain';
import { parentOf } from '@boxwood/domain';
import { useMemo } from 'react';
import { type Observable, Subject } from 'rxjs';
import { FilesToken, NotificationsToken } from '../../../composition/tokens.ts';
import { type Receive, useReceive } from '../../../file-kit/receive/use-receive.ts';
import { useService } from '../../../react/scope.tsx';
import type { Ask } from '../dialogs/ask.ts';
import { useArchives } from '../archives-service.ts';

/** Entries of a started transfer and its target folder. */
export interface Sent {
  readonly entries: readonly FileEntry[];
  readonly target: string;
}

/** File transfers of a window. Each asks its questions before it starts. */
export interface Transfers {
  /** Emits a copy or move after its questions are answered and before the request is sent. */
  readonly sent$: Observable<Sent>;
  copy(entries: readonly FileEntry[], target: string): void;
  move(entries: readonly FileEntry[], target: string): void;
  paste(target: string): void;
  encrypt(entries: readonly FileEntry[], target: string): void;
  decrypt(entries: readonly FileEntry[], target: string): void;
  extract(entry: FileEntry, target: string): void;
  readonly upload: Receive;
}

/** Connects the transfers of the domain to the dialogs of a window. */
export const useTransfers = (ask: (question: Ask | null) => void): Transfers => {
  const files = useService(FilesToken);
  const archives: Archives = useArchives();
  const notifications = useService(NotificationsToken);
  const upload = useReceive(ask);
  return useMemo(() => {
    const sent$ = new Subject<Sent>();
    /** Runs `next` if the folder still exists; otherwise a notification says that it was deleted. */
    const ifThere = (folder: string, next: () => void): void => {
      files.stillThere(folder).subscribe((result) => {
        if (result._tag === 'Right' && result.right) next();
      });
    };

    /** Checks for name conflicts first; one choice applies to the whole batch (G-20). */
    const send = (
      mode: FileClipboard['mode'],
      entries: readonly FileEntry[],
      target: string,
      start: (conflict?: ConflictChoice) => unknown,
    ): void => {
      const leaving = mode === 'copy' ? entries : entries.filter(({ path }) => parentOf(path) !== target);
      if (leaving.length === 0) {
        start();
        return;
      }
      const act = (conflict?: ConflictChoice): void => {
        sent$.next({ entries: leaving, target });
        start(conflict);
      };
      // A copy into its own folder always gets a new name.
      if (mode === 'copy' && leaving.every(({ path }) => parentOf(path) === target)) {
        act(2);
        return;
      }
      files.conflicts(leaving, target).subscribe((found) => {
        if (found._tag === 'Left') notifications.fail(found.left);
        else if (found.right.length === 0) act();
        else
          ask({
            kind: 'conflict',
            direction: 'download',
            names: found.right,
            choose: (choice) => {
              act(choice);
            },
          });
      });
    };

    return {
      sent$,
      copy: (entries, target) =>
        ifThere(target, () => send('copy', entries, target, (conflict) => files.copy(entries, target, conflict))),
      move: (entries, target) =>
        ifThere(target, () => send('cut', entries, target, (conflict) => files.move(entries, target, conflict))),
      paste: (target) => {
        const clipboard = files.clipboard$.value;
        if (clipboard === null) files.paste(target);
        else
          ifThere(target, () => {
            const { mode, entries } = clipboard;
            send(mode, entries, target, (conflict) => files.paste(target, conflict, clipboard));
          });
      },
      encrypt: (entries, target) => void files.encrypt(entries, target),
      decrypt: (entries, target) => void files.decrypt(entries, target),
      extract: (entry, target) => {
        const start = (): void => void archives.extract(entry, target);
        if (archives.noticeDue$.value) ask({ kind: 'unzip', here: target === parentOf(entry.path), proceed: start });
        else start();
      },
      upload,
    };
  }, [files, archives, notifications, ask, upload]);
};
