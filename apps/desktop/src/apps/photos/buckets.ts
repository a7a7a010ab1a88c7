import { type Line, type LineMonth, type TimelinePhoto, wallOf } from '@boxwood/domain';
import type { TimeBucket, TimeTile } from '@boxwood/ui';

/** Labels of days and months, and how a photo becomes a tile. */
export interface LineWords {
  readonly day: (at: number) => string;
  readonly month: (at: number) => string;
  readonly tile: (photo: TimelinePhoto) => TimeTile;
  /** Group small pictures by month, because one heading per day would need more space than the pictures. */
  readonly byMonth: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

/** Aspect ratio after rotation; null if the size is unknown. */
export const ratioOf = ({ width, height }: Pick<TimelinePhoto, 'width' | 'height'>): number | null =>
  width > 0 && height > 0 ? width / height : null;

const daysOf = (photos: readonly TimelinePhoto[]): ReadonlyMap<number, readonly TimelinePhoto[]> => {
  const days = new Map<number, TimelinePhoto[]>();
  for (const photo of photos.toSorted((a, b) => wallOf(b) - wallOf(a))) {
    const day = Math.floor(wallOf(photo) / DAY_MS) * DAY_MS;
    const here = days.get(day);
    if (here === undefined) days.set(day, [photo]);
    else here.push(photo);
  }
  return days;
};

/**
 * Creates a function that builds the buckets of a timeline: one per day for loaded months, one per month for the
 * others. The same photos return the same buckets, so only changed months are laid out again.
 */
export const bucketMaker = ({
  day,
  month,
  tile,
  byMonth,
}: LineWords): ((line: Pick<Line, 'months'>) => readonly TimeBucket[]) => {
  const made = new WeakMap<readonly TimelinePhoto[], readonly TimeBucket[]>();
  const headOf = (group: string) => {
    const at = Date.parse(`${group}-01T00:00:00Z`);
    return { group, month: month(at), year: group.slice(0, 4) };
  };
  const bucketsOf = ({ month: group, count, photos }: LineMonth): readonly TimeBucket[] => {
    const head = headOf(group);
    if (photos === null) return [{ ...head, id: group, title: head.month, count, tiles: null }];
    const before = made.get(photos);
    if (before !== undefined) return before;
    const buckets = byMonth
      ? [{ ...head, id: group, title: head.month, count: photos.length, tiles: photos.map(tile) }].filter(
          (bucket) => bucket.count > 0,
        )
      : [...daysOf(photos)].map(([at, here]) => ({
          ...head,
          id: `${group} ${at}`,
          title: day(at),
          count: here.length,
          tiles: here.map(tile),
        }));
    made.set(photos, buckets);
    return buckets;
  };
  return ({ months }) => months.flatMap(bucketsOf);
};
