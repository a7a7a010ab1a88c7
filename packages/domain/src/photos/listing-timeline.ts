import type { TimelinePhoto } from '@boxwood/box-sdk';
import { left, right } from '@boxwood/command-bus';
import { forkJoin, map, of } from 'rxjs';
import type { Files } from '../files/files.ts';
import { type FileEntry, PLACES } from '../model.ts';
import type { Result } from '../outcome.ts';
import { type PhotoFilter, localTimeOf } from './photos.ts';
import type { TimelinePort, MonthsResponse } from './port.ts';

/** File types in the box's numbering. */
const [VIDEO_TYPE, PHOTO_TYPE] = [2, 3] as const;
/** Places that are searched for photos: the user's own and the public ones. */
const SEARCHED_PLACES = [PLACES.personal, PLACES.public] as const;

/** A file as a photo: its id is the path, and its time is the file time in this device's time zone. */
const photoOf = ({ path, md512kb, size, mtime, type }: FileEntry): TimelinePhoto => ({
  id: path,
  path,
  md512kb,
  size,
  taken: mtime,
  takenfrom: 'file',
  kind: type === VIDEO_TYPE ? 'video' : 'photo',
  zone: -new Date(mtime * 1000).getTimezoneOffset(),
  width: 0,
  height: 0,
  duration: 0,
  place: '',
  favourite: 0,
  hidden: 0,
  caption: '',
  placeholder: '',
  video: '',
  raw: '',
});

/** Each search word must occur in the path, in any order and case. */
const matcherOf = ({ kind, words = '' }: PhotoFilter) => {
  const each = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (photo: TimelinePhoto): boolean => {
    const low = photo.path.toLocaleLowerCase();
    return (kind === undefined || photo.kind === kind) && each.every((term) => low.includes(term));
  };
};

/** Timelines for a box without an index: everything is listed whenever the months are requested. */
export const listingTimelines = (files: Pick<Files, 'listAllOfType'>): TimelinePort => {
  const timelines = new Map<
    string,
    { readonly version: string; readonly photos: ReadonlyMap<string, TimelinePhoto[]> }
  >();
  let count = 0;
  return {
    months: (filter) =>
      forkJoin([
        files.listAllOfType(PHOTO_TYPE, SEARCHED_PLACES),
        files.listAllOfType(VIDEO_TYPE, SEARCHED_PLACES),
      ]).pipe(
        map(([pictures, videos]): Result<MonthsResponse> => {
          if (pictures._tag === 'Left') return left(pictures.left);
          if (videos._tag === 'Left') return left(videos.left);
          const photos = [...pictures.right, ...videos.right].map(photoOf).filter(matcherOf(filter));
          const months = new Map<string, TimelinePhoto[]>();
          for (const photo of photos.toSorted((a, b) => b.taken - a.taken)) {
            const month = new Date(localTimeOf(photo)).toISOString().slice(0, 7);
            const monthPhotos = months.get(month);
            if (monthPhotos === undefined) months.set(month, [photo]);
            else monthPhotos.push(photo);
          }
          const version = String((count += 1));
          timelines.set(JSON.stringify(filter), { version, photos: months });
          const list = [...months].map(([month, each]) => ({ month, count: each.length }));
          return right({ months: { version, total: photos.length, list }, isReading: false });
        }),
      ),
    photos: (filter, month, start, limit) => {
      const timeline = timelines.get(JSON.stringify(filter));
      const photos =
        month === null ? [...(timeline?.photos.values() ?? [])].flat() : (timeline?.photos.get(month) ?? []);
      const list = photos.slice(start, start + limit);
      return of(right({ version: timeline?.version ?? '', total: photos.length, list }));
    },
  };
};
