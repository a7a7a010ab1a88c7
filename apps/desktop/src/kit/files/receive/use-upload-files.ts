import type { ConflictChoice, Location, UploadPlan } from '@boxwood/domain';
import { useMemo } from 'react';
import { FilesToken, NotificationsToken, UploadsToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import type { UploadQuestion } from './upload-question.ts';
import type { UploadTree } from './upload-tree.ts';

/**
 * Uploads files chosen by the user after asking about conflicts. `isDrop` applies the rules for dropped files
 * (FILES-26).
 */
export type UploadFiles = (location: Location, tree: UploadTree, isDrop?: boolean) => void;

export const useUploadFiles = (onQuestion: (question: UploadQuestion) => void): UploadFiles => {
  const files = useService(FilesToken);
  const uploads = useService(UploadsToken);
  const notifications = useService(NotificationsToken);
  return useMemo(() => {
    const submit = (plan: UploadPlan, choice?: ConflictChoice): void => {
      uploads.submit(plan, choice).subscribe((submitted) => {
        if (submitted._tag === 'Left') notifications.fail(submitted.left);
      });
    };
    const plan = (location: Location, { files: chosen, folders }: UploadTree, isDrop: boolean): void => {
      const sources = chosen.map(({ file, ...rest }) => ({ source: file, ...rest }));
      uploads.plan(location, sources, folders, isDrop).subscribe((planned) => {
        if (planned._tag === 'Left') {
          if (!isDrop || planned.left._tag !== 'Rejected') notifications.fail(planned.left);
          return;
        }
        const plan = planned.right;
        if (plan.conflicts.length === 0) submit(plan);
        else
          onQuestion({
            kind: 'conflict',
            direction: 'upload',
            names: plan.conflicts,
            choose: (choice) => {
              submit(plan, choice);
            },
          });
      });
    };
    const receive = (location: Location, tree: UploadTree, isDrop: boolean): void => {
      const { unread, retry } = tree;
      if (unread.length === 0) {
        plan(location, tree, isDrop);
        return;
      }
      onQuestion({
        kind: 'unread',
        paths: unread,
        retry:
          retry === null
            ? null
            : () => {
                void retry().then((next) => {
                  receive(location, next, isDrop);
                });
              },
        uploadOthers:
          tree.files.length + tree.folders.length === 0
            ? null
            : () => {
                plan(location, tree, isDrop);
              },
      });
    };
    return (location, tree, isDrop = false) => {
      // Fails with a message when another client deleted the folder meanwhile.
      files.checkExists(location.path).subscribe((result) => {
        if (result._tag === 'Right' && result.right) receive(location, tree, isDrop);
      });
    };
  }, [files, uploads, notifications, onQuestion]);
};
