import type { AlbumConfig, Label, LabelGroup } from '@boxwood/box-sdk';
import { PAGE_SIZES } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { EMPTY, expand, forkJoin, last, map, type Observable } from 'rxjs';
import { explainNotOffered } from '../not-offered.ts';
import { andThen, mapRight, type LazyResult, type Result } from '../outcome.ts';
import type { PhotoLocations, PhotoObjects, LocationLabel } from './photos.ts';
import type { PhotosPort } from './port.ts';

/** The labels of a group, and the number of kinds the box can recognise, where reported. */
interface LabelGroupResult {
  readonly labels: readonly Label[];
  readonly kinds: number;
}

/** All labels of a group, page by page (PHOTO-18). */
const listAllLabels = (port: Pick<PhotosPort, 'labels'>, group: LabelGroup): Observable<Result<LabelGroupResult>> => {
  const page = (before: readonly Label[]): Observable<Result<LabelGroupResult & { readonly hasMore: boolean }>> =>
    port.labels(group, before.length, PAGE_SIZES.labels).pipe(
      mapRight(({ total, list, kinds = 0 }) => {
        const labels = [...before, ...list];
        return { labels, kinds, hasMore: list.length > 0 && labels.length < total };
      }),
    );
  return page([]).pipe(
    expand((result) => (result._tag === 'Right' && result.right.hasMore ? page(result.right.labels) : EMPTY)),
    last(),
  );
};

/** Locations of photos; those with too few photos (by the box's limit) are left out (PHOTO-02). */
export const listPhotoLocations = (port: Pick<PhotosPort, 'config' | 'labels'>): LazyResult<PhotoLocations> =>
  port.config().pipe(
    map((result): Result<AlbumConfig> => explainNotOffered(result)),
    andThen(({ faceMinNum }) =>
      forkJoin({ china: listAllLabels(port, 'china'), overseas: listAllLabels(port, 'overseas') }).pipe(
        map(({ china, overseas }): Result<PhotoLocations> => {
          if (china._tag === 'Left') return china;
          if (overseas._tag === 'Left') return overseas;
          const frequentLabels = (labels: readonly Label[]): readonly LocationLabel[] =>
            labels.flatMap(({ place, ...label }) =>
              place === undefined || label.cnt <= faceMinNum ? [] : [{ ...label, place }],
            );
          return right({ china: frequentLabels(china.right.labels), overseas: frequentLabels(overseas.right.labels) });
        }),
      ),
    ),
  );

/** Kinds of objects in photos; those with too few photos (by the box's limit) are left out (PHOTO-02). */
export const listPhotoObjects = (port: Pick<PhotosPort, 'config' | 'labels'>): LazyResult<PhotoObjects> =>
  port.config().pipe(
    map((result): Result<AlbumConfig> => explainNotOffered(result)),
    andThen(({ faceMinNum }) =>
      listAllLabels(port, 'yolov').pipe(
        map((group) => explainNotOffered(group)),
        mapRight(({ labels, kinds }) => ({ kinds, objects: labels.filter(({ cnt }) => cnt > faceMinNum) })),
      ),
    ),
  );
