import type { UploadSummary } from '@boxwood/domain';
import { useEffect } from 'react';
import { distinctUntilChanged, map } from 'rxjs';
import { UploadsToken } from '../composition/tokens.ts';
import { stayAwake } from '../platform/stay-awake.ts';
import { useService } from '../react/scope.tsx';

const PRODUCT = 'Boxwood';

/** Upload progress for the tab title: the percentage of a single file, the number of several, '' without uploads. */
export const uploadSign = ({ waiting, processing, paused, bytesDone, bytesTotal }: UploadSummary): string => {
  const left = waiting + processing;
  if (left === 0) return '';
  return left + paused > 1 || bytesTotal === 0 ? `↑ ${left}` : `↑ ${Math.floor((bytesDone / bytesTotal) * 100)} %`;
};

/** Shows the box name and the upload progress in the tab title, and holds a wake lock while uploads run. */
export const useTabSignals = (boxName: string): void => {
  const uploads = useService(UploadsToken);
  useEffect(() => {
    const title = boxName === '' ? PRODUCT : `${boxName} · ${PRODUCT}`;
    const titled = uploads.summary$.pipe(map(uploadSign), distinctUntilChanged()).subscribe((sign) => {
      document.title = sign === '' ? title : `${sign} · ${title}`;
    });
    return () => {
      titled.unsubscribe();
      document.title = PRODUCT;
    };
  }, [uploads, boxName]);
  useEffect(() => {
    let sleep: (() => void) | null = null;
    const working = uploads.summary$.pipe(
      map(({ processing }) => processing > 0),
      distinctUntilChanged(),
    );
    const waking = working.subscribe((awake) => {
      sleep?.();
      sleep = awake ? stayAwake() : null;
    });
    return () => {
      waking.unsubscribe();
      sleep?.();
    };
  }, [uploads]);
};
