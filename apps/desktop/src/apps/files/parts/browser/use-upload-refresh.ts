import type { FolderView } from '@boxwood/domain';
import { isWithin } from '@boxwood/domain';
import { useEffect } from 'react';
import { auditTime, filter } from 'rxjs';
import { UploadsToken } from '../../../../composition/service-tokens.ts';
import { useService } from '../../../../platform/react/scope.tsx';

/** Minimum interval in ms between two refreshes while uploads finish. */
const REFRESH_INTERVAL_MS = 700;
/** Maximum number of newly finished uploads that are checked. */
const MAX_CHECKED_UPLOADS = 50;

/** Refreshes the current folder while uploads into it finish. */
export const useUploadRefresh = (view: FolderView): void => {
  const uploads = useService(UploadsToken);
  useEffect(() => {
    let lastCount = uploads.list$('finished').value.count;
    const subscription = uploads
      .list$('finished')
      .pipe(
        filter((list) => {
          const previousCount = lastCount;
          lastCount = list.count;
          if (list.count <= previousCount) return false;
          const { path } = view.state$.value.location;
          for (let at = 0; at < Math.min(list.count - previousCount, MAX_CHECKED_UPLOADS); at += 1) {
            const task = list.at(at);
            if (task !== undefined && isWithin(task.target, path)) return true;
          }
          return false;
        }),
        auditTime(REFRESH_INTERVAL_MS),
      )
      .subscribe(() => {
        view.refresh();
      });
    return () => {
      subscription.unsubscribe();
    };
  }, [uploads, view]);
};
