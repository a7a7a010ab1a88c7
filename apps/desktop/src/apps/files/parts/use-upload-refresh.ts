import type { FolderView } from '@boxwood/domain';
import { isWithin } from '@boxwood/domain';
import { useEffect } from 'react';
import { auditTime, filter } from 'rxjs';
import { UploadsToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';

/** Minimum interval in ms between two refreshes while uploads finish. */
const EVERY = 700;
/** Maximum number of newly finished uploads that are checked. */
const RECENT = 50;

/** Refreshes the current folder while uploads into it finish. */
export const useUploadRefresh = (view: FolderView): void => {
  const uploads = useService(UploadsToken);
  useEffect(() => {
    let seen = uploads.list$('finished').value.count;
    const following = uploads
      .list$('finished')
      .pipe(
        filter((list) => {
          const before = seen;
          seen = list.count;
          if (list.count <= before) return false;
          const { path } = view.state$.value.location;
          for (let at = 0; at < Math.min(list.count - before, RECENT); at += 1) {
            const task = list.at(at);
            if (task !== undefined && isWithin(task.target, path)) return true;
          }
          return false;
        }),
        auditTime(EVERY),
      )
      .subscribe(() => {
        view.refresh();
      });
    return () => {
      following.unsubscribe();
    };
  }, [uploads, view]);
};
