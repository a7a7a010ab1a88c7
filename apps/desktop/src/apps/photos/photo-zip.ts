import { PrepareZip } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { execute, explainNotOffered, type LazyResult } from '@boxwood/domain';
import { map } from 'rxjs';

/** Prepares a ZIP archive of photos for download. */
export const zipPreparer =
  (box: Pick<Client, 'exec'>) =>
  (paths: readonly string[]): LazyResult<ResultOf<typeof PrepareZip>> =>
    execute(box, PrepareZip, { paths }).pipe(map((offer) => explainNotOffered(offer)));
