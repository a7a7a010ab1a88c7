import type { LookAtFiles } from '@boxwood/domain';
import { defer, from, switchMap } from 'rxjs';
import { loadChunk } from '../platform/lazy.ts';

/** Loads the worker that inspects files once the user chooses more files than one request holds. */
export const lateLook: LookAtFiles = (groups) =>
  defer(() => from(loadChunk(() => import('../platform/look-at-files.ts')))).pipe(
    switchMap(({ lookAtFiles }) => lookAtFiles(groups)),
  );
