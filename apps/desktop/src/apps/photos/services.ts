import { PrepareZip } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { answer, offered, type Question } from '@boxwood/domain';
import { map } from 'rxjs';

/** Prepares a ZIP archive of photos for download. */
export const photoZip =
  (box: Pick<Client, 'exec'>) =>
  (paths: readonly string[]): Question<ResultOf<typeof PrepareZip>> =>
    answer(box, PrepareZip, { paths }).pipe(map((offer) => offered(offer)));
