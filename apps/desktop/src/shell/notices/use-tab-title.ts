import type { UploadSummary } from '@boxwood/domain';
import { useEffect } from 'react';
import { distinctUntilChanged, map } from 'rxjs';
import { UploadsToken } from '../../composition/service-tokens.ts';
import { holdWakeLock } from '../../platform/wake-lock.ts';
import { useService } from '../../platform/react/scope.tsx';

const PRODUCT = 'Boxwood';

/** Upload progress for the tab title: the percentage of a single file, the number of several, '' without uploads. */
export const uploadProgressText = ({ waiting, processing, paused, bytesDone, bytesTotal }: UploadSummary): string => {
  const remaining = waiting + processing;
  if (remaining === 0) return '';
  return remaining + paused > 1 || bytesTotal === 0
    ? `↑ ${remaining}`
    : `↑ ${Math.floor((bytesDone / bytesTotal) * 100)} %`;
};

/** Shows the box name and the upload progress in the tab title, and holds a wake lock while uploads run. */
export const useTabTitle = (boxName: string): void => {
  const uploads = useService(UploadsToken);
  useEffect(() => {
    const title = boxName === '' ? PRODUCT : `${boxName} · ${PRODUCT}`;
    const titleSubscription = uploads.summary$
      .pipe(map(uploadProgressText), distinctUntilChanged())
      .subscribe((sign) => {
        document.title = sign === '' ? title : `${sign} · ${title}`;
      });
    return () => {
      titleSubscription.unsubscribe();
      document.title = PRODUCT;
    };
  }, [uploads, boxName]);
  useEffect(() => {
    let releaseLock: (() => void) | null = null;
    const isUploading$ = uploads.summary$.pipe(
      map(({ processing }) => processing > 0),
      distinctUntilChanged(),
    );
    const lockSubscription = isUploading$.subscribe((awake) => {
      releaseLock?.();
      releaseLock = awake ? holdWakeLock() : null;
    });
    return () => {
      lockSubscription.unsubscribe();
      releaseLock?.();
    };
  }, [uploads]);
};
