import type { ConflictChoice, Location, UploadPlan } from '@boxwood/domain';
import { useMemo } from 'react';
import { FilesToken, NotificationsToken, UploadsToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import type { ReceiveQuestion } from './question.ts';
import type { Tree } from './tree.ts';

/**
 * Uploads files chosen by the user after asking about conflicts. `isDrop` applies the rules for dropped files
 * (FILES-26).
 */
export type Receive = (location: Location, tree: Tree, dropped?: boolean) => void;

export const useReceive = (ask: (question: ReceiveQuestion) => void): Receive => {
  const files = useService(FilesToken);
  const uploads = useService(UploadsToken);
  const notifications = useService(NotificationsToken);
  return useMemo(() => {
    const submit = (plan: UploadPlan, choice?: ConflictChoice): void => {
      uploads.submit(plan, choice).subscribe((submitted) => {
        if (submitted._tag === 'Left') notifications.fail(submitted.left);
      });
    };
    const plan = (location: Location, { files: chosen, folders }: Tree, dropped: boolean): void => {
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
    const receive = (location: Location, tree: Tree, dropped: boolean): void => {
      const { unread, again } = tree;
      if (unread.length === 0) {
        plan(location, tree, dropped);
        return;
      }
      ask({
        kind: 'unread',
        paths: unread,
        again:
          again === null
            ? null
            : () => {
                void again().then((next) => {
                  receive(location, next, dropped);
                });
              },
        others:
          tree.files.length + tree.folders.length === 0
            ? null
            : () => {
                plan(location, tree, dropped);
              },
      });
    };
    return (location, tree, dropped = false) => {
      // Fails with a message when another client deleted the folder meanwhile.
      files.stillThere(location.path).subscribe((result) => {
        if (result._tag === 'Right' && result.right) receive(location, tree, dropped);
      });
    };
  }, [files, uploads, notifications, ask]);
};
