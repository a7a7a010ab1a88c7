import type { UploadSummary } from '@boxwood/domain';
import { useEffect } from 'react';
import { distinctUntilChanged, map } from 'rxjs';
import { UploadsToken } from '../composition/tokens.ts';
import { stayAwake } from '../platform/stay-awake.ts';
import { useService } from '../react/scope.tsx';

const PRODUCT = 'Boxwood';

/** How far the uploads are, for a tab that nobody looks at: per cent of a single one, the number of several, nothing without. */
export const uploadSign = ({ waiting, processing, paused, bytesDone, bytesTotal }: UploadSummary): string => {
  const left = waiting + processing;
  if (left === 0) return '';
  return left + paused > 1 || bytesTotal === 0 ? `↑ ${left}` : `↑ ${Math.floor((bytesDone / bytesTotal) * 100)} %`;
};

/** What the browser shows of the desktop while another tab is in front: the box, and its uploads. The machine stays awake for them. */
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
