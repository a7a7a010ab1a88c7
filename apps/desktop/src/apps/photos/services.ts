import { PrepareZip } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { answer, offered, type Question } from '@boxwood/domain';
import { map } from 'rxjs';
import { token } from '../../composition/service-scope.ts';

/** Makes pictures ready to be fetched as one ZIP archive. */
export type PreparePhotoZip = (paths: readonly string[]) => Question<ResultOf<typeof PrepareZip>>;

export const PhotoZipToken = token<PreparePhotoZip>('PhotoZip');

/** {@link PreparePhotoZip} over a client of the box. */
export const photoZip =
  (box: Pick<Client, 'exec'>): PreparePhotoZip =>
  (paths) =>
    answer(box, PrepareZip, { paths }).pipe(map((offer) => offered(offer)));
