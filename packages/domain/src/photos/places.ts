import type { AlbumConfig, Label, LabelGroup } from '@boxwood/box-sdk';
import { PAGE_SIZES } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { EMPTY, expand, forkJoin, last, map, type Observable } from 'rxjs';
import { offered } from '../offered.ts';
import { andThen, mapRight, type Question, type Result } from '../outcome.ts';
import type { PhotoPlaces, PhotoThings, PlaceLabel } from './photos.ts';
import type { PhotosPort } from './port.ts';

/** The labels of a group, and the number of kinds the box can recognise, where reported. */
interface Group {
  readonly labels: readonly Label[];
  readonly kinds: number;
}

/** All labels of a group, page by page (PHOTO-18). */
const everyLabel = (port: Pick<PhotosPort, 'labels'>, group: LabelGroup): Observable<Result<Group>> => {
  const page = (before: readonly Label[]): Observable<Result<Group & { readonly more: boolean }>> =>
    port.labels(group, before.length, PAGE_SIZES.labels).pipe(
      mapRight(({ total, list, kinds = 0 }) => {
        const labels = [...before, ...list];
        return { labels, kinds, more: list.length > 0 && labels.length < total };
      }),
    );
  return page([]).pipe(
    expand((result) => (result._tag === 'Right' && result.right.more ? page(result.right.labels) : EMPTY)),
    last(),
  );
};

/** Locations of photos; those with too few photos (by the box's limit) are left out (PHOTO-02). */
export const placesOf = (port: Pick<PhotosPort, 'config' | 'labels'>): Question<PhotoPlaces> =>
  port.config().pipe(
    map((result): Result<AlbumConfig> => offered(result)),
    andThen(({ faceMinNum }) =>
      forkJoin({ china: everyLabel(port, 'china'), overseas: everyLabel(port, 'overseas') }).pipe(
        map(({ china, overseas }): Result<PhotoPlaces> => {
          if (china._tag === 'Left') return china;
          if (overseas._tag === 'Left') return overseas;
          const shown = (labels: readonly Label[]): readonly PlaceLabel[] =>
            labels.flatMap(({ place, ...label }) =>
              place === undefined || label.cnt <= faceMinNum ? [] : [{ ...label, place }],
            );
          return right({ china: shown(china.right.labels), overseas: shown(overseas.right.labels) });
        }),
      ),
    ),
  );

/** Kinds of objects in photos; those with too few photos (by the box's limit) are left out (PHOTO-02). */
export const thingsOf = (port: Pick<PhotosPort, 'config' | 'labels'>): Question<PhotoThings> =>
  port.config().pipe(
    map((result): Result<AlbumConfig> => offered(result)),
    andThen(({ faceMinNum }) =>
      everyLabel(port, 'yolov').pipe(
        map((group) => offered(group)),
        mapRight(({ labels, kinds }) => ({ kinds, things: labels.filter(({ cnt }) => cnt > faceMinNum) })),
      ),
    ),
  );
