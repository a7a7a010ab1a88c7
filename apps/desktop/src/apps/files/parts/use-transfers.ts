import type { Archives, ConflictChoice, FileClipboard, FileEntry, Location, UploadPlan } from '@boxwood/domain';
import { parentOf } from '@boxwood/domain';
import { useMemo } from 'react';
import { ArchivesToken, FilesToken, NotificationsToken, UploadsToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import type { Ask } from '../dialogs/ask.ts';
import type { Tree } from '../walk-entries.ts';

/** What moves bytes, each with its questions asked first. */
export interface Transfers {
  copy(entries: readonly FileEntry[], target: string): void;
  move(entries: readonly FileEntry[], target: string): void;
  paste(target: string): void;
  encrypt(entries: readonly FileEntry[], target: string): void;
  decrypt(entries: readonly FileEntry[], target: string): void;
  extract(entry: FileEntry, target: string): void;
  upload(location: Location, tree: Tree, dropped?: boolean): void;
}

/** Binds the transfers of the domain to the dialogs of one window. */
export const useTransfers = (ask: (question: Ask | null) => void): Transfers => {
  const files = useService(FilesToken);
  const uploads = useService(UploadsToken);
  const archives: Archives = useService(ArchivesToken);
  const notifications = useService(NotificationsToken);
  return useMemo(() => {
    /** A folder that somebody removed meanwhile takes nothing, and that is said. */
    const ifThere = (folder: string, next: () => void): void => {
      files.stillThere(folder).subscribe((result) => {
        if (result._tag === 'Right' && result.right) next();
      });
    };

    /** Looks for taken names first; one choice holds for the whole batch (G-20). */
    const send = (
      mode: FileClipboard['mode'],
      entries: readonly FileEntry[],
      target: string,
      act: (conflict?: ConflictChoice) => unknown,
    ): void => {
      const leaving = mode === 'copy' ? entries : entries.filter(({ path }) => parentOf(path) !== target);
      if (leaving.length === 0) {
        act();
        return;
      }
      // A copy beside its original can only mean another one.
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

    const submit = (plan: UploadPlan, choice?: ConflictChoice): void => {
      uploads.submit(plan, choice).subscribe((submitted) => {
        if (submitted._tag === 'Left') notifications.fail(submitted.left);
      });
    };

    const receive = (location: Location, { files: chosen, folders }: Tree, dropped: boolean): void => {
      const sources = chosen.map(({ file, ...rest }) => ({ source: file, ...rest }));
      uploads.plan(location, sources, folders, dropped).subscribe((planned) => {
        if (planned._tag === 'Left') {
          if (!dropped || planned.left._tag !== 'Rejected') notifications.fail(planned.left);
          return;
        }
        const plan = planned.right;
        if (plan.conflicts.length === 0) submit(plan);
        else
          ask({
            kind: 'conflict',
            direction: 'upload',
            names: plan.conflicts,
            choose: (choice) => {
              submit(plan, choice);
            },
          });
      });
    };

    return {
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
      upload: (location, tree, dropped = false) => ifThere(location.path, () => receive(location, tree, dropped)),
    };
  }, [files, uploads, archives, notifications, ask]);
};
