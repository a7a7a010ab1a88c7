import { type TimelineData, type TimelineMonth, type TimelinePhoto, localTimeOf } from '@boxwood/domain';
import type { TimelineBucket, TimelineTile } from '@boxwood/ui';

/** Labels of days and months, and how a photo becomes a tile. */
export interface TimelineBucketOptions {
  readonly day: (at: number) => string;
  readonly month: (at: number) => string;
  readonly tile: (photo: TimelinePhoto) => TimelineTile;
  /** Group small pictures by month, because one heading per day would need more space than the pictures. */
  readonly byMonth: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

/** Aspect ratio after rotation; null if the size is unknown. */
export const aspectRatio = ({ width, height }: Pick<TimelinePhoto, 'width' | 'height'>): number | null =>
  width > 0 && height > 0 ? width / height : null;

const groupByDay = (photos: readonly TimelinePhoto[]): ReadonlyMap<number, readonly TimelinePhoto[]> => {
  const days = new Map<number, TimelinePhoto[]>();
  for (const photo of photos.toSorted((a, b) => localTimeOf(b) - localTimeOf(a))) {
    const day = Math.floor(localTimeOf(photo) / DAY_MS) * DAY_MS;
    const dayPhotos = days.get(day);
    if (dayPhotos === undefined) days.set(day, [photo]);
    else dayPhotos.push(photo);
  }
  return days;
};

/**
 * Creates a function that builds the buckets of a timeline: one per day for loaded months, one per month for the
 * others. The same photos return the same buckets, so only changed months are laid out again.
 */
export const createBucketBuilder = ({
  day,
  month,
  tile,
  byMonth,
}: TimelineBucketOptions): ((timeline: Pick<TimelineData, 'months'>) => readonly TimelineBucket[]) => {
  const cache = new WeakMap<readonly TimelinePhoto[], readonly TimelineBucket[]>();
  const headingOf = (group: string) => {
    const at = Date.parse(`${group}-01T00:00:00Z`);
    return { group, month: month(at), year: group.slice(0, 4) };
  };
  const bucketsOf = ({ month: group, count, photos }: TimelineMonth): readonly TimelineBucket[] => {
    const heading = headingOf(group);
    if (photos === null) return [{ ...heading, id: group, title: heading.month, count, tiles: null }];
    const cached = cache.get(photos);
    if (cached !== undefined) return cached;
    const buckets = byMonth
      ? [{ ...heading, id: group, title: heading.month, count: photos.length, tiles: photos.map(tile) }].filter(
          (bucket) => bucket.count > 0,
        )
      : [...groupByDay(photos)].map(([at, dayPhotos]) => ({
          ...heading,
          id: `${group} ${at}`,
          title: day(at),
          count: dayPhotos.length,
          tiles: dayPhotos.map(tile),
        }));
    cache.set(photos, buckets);
    return buckets;
  };
  return ({ months }) => months.flatMap(bucketsOf);
};
