import type { TimelinePhoto } from '@boxwood/box-sdk';
import { left, right } from '@boxwood/command-bus';
import { forkJoin, map, of } from 'rxjs';
import type { Files } from '../files/files.ts';
import { type FileEntry, PLACES } from '../model.ts';
import type { Result } from '../outcome.ts';
import { type PhotoFilter, wallOf } from './photos.ts';
import type { LinePort, Counted } from './port.ts';

/** File types in the box's numbering. */
const [FILM, PHOTO] = [2, 3] as const;
/** Places that are searched for photos: the user's own and the public ones. */
const LOOKED_IN = [PLACES.personal, PLACES.public] as const;

/** A file as a photo: its id is the path, and its time is the file time in this device's time zone. */
const photoOf = ({ path, md512kb, size, mtime, type }: FileEntry): TimelinePhoto => ({
  id: path,
  path,
  md512kb,
  size,
  taken: mtime,
  takenfrom: 'file',
  kind: type === FILM ? 'video' : 'photo',
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
const shownBy = ({ kind, words = '' }: PhotoFilter) => {
  const each = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (photo: TimelinePhoto): boolean => {
    const low = photo.path.toLocaleLowerCase();
    return (kind === undefined || photo.kind === kind) && each.every((word) => low.includes(word));
  };
};

/** Timelines for a box without an index: everything is listed whenever the months are requested. */
export const listedPhotos = (files: Pick<Files, 'everyOf'>): LinePort => {
  const lines = new Map<string, { readonly version: string; readonly photos: ReadonlyMap<string, TimelinePhoto[]> }>();
  let count = 0;
  return {
    months: (filter) =>
      forkJoin([files.everyOf(PHOTO, LOOKED_IN), files.everyOf(FILM, LOOKED_IN)]).pipe(
        map(([pictures, films]): Result<Counted> => {
          if (pictures._tag === 'Left') return left(pictures.left);
          if (films._tag === 'Left') return left(films.left);
          const photos = [...pictures.right, ...films.right].map(photoOf).filter(shownBy(filter));
          const months = new Map<string, TimelinePhoto[]>();
          for (const photo of photos.toSorted((a, b) => b.taken - a.taken)) {
            const month = new Date(wallOf(photo)).toISOString().slice(0, 7);
            const here = months.get(month);
            if (here === undefined) months.set(month, [photo]);
            else here.push(photo);
          }
          const version = String((count += 1));
          lines.set(JSON.stringify(filter), { version, photos: months });
          const list = [...months].map(([month, each]) => ({ month, count: each.length }));
          return right({ months: { version, total: photos.length, list }, isReading: false });
        }),
      ),
    run: (filter, month, start, most) => {
      const line = lines.get(JSON.stringify(filter));
      const photos = month === null ? [...(line?.photos.values() ?? [])].flat() : (line?.photos.get(month) ?? []);
      const list = photos.slice(start, start + most);
      return of(right({ version: line?.version ?? '', total: photos.length, list }));
    },
  };
};
