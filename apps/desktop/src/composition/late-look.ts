import type { LookAtFiles } from '@boxwood/domain';
import { defer, from, switchMap } from 'rxjs';
import { loadChunk } from '../platform/lazy.ts';

/** Fetches what looks at many files when somebody has chosen more than go to the box together. */
export const lateLook: LookAtFiles = (groups) =>
  defer(() => from(loadChunk(() => import('../platform/look-at-files.ts')))).pipe(
    switchMap(({ lookAtFiles }) => lookAtFiles(groups)),
  );
