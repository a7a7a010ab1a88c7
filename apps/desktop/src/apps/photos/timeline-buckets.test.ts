import type { TimelinePhoto } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import { createBucketBuilder, aspectRatio } from './timeline-buckets.ts';

const photo = (id: string, at: string, zone: number): TimelinePhoto => ({
  id,
  path: `/p/${id}.jpg`,
  md512kb: id,
  size: 1,
  taken: Date.parse(at) / 1000,
  zone,
  takenfrom: 'camera',
  width: 0,
  height: 0,
  kind: 'photo',
  duration: 0,
  place: '',
  favourite: 0,
  hidden: 0,
  caption: '',
  placeholder: '',
  video: '',
  raw: '',
});
const words = {
  day: (at: number) => new Date(at).toISOString().slice(0, 10),
  month: (at: number) => `m${new Date(at).getUTCMonth()}`,
  tile: ({ id }: TimelinePhoto) => ({ key: id, name: id, ratio: null, src: null, kind: 'photo' as const }),
  byMonth: false,
};

describe('buckets of a time line', () => {
  it('a day is that of the clock where the picture was taken, wherever this device is', () => {
    const months = [
      // In Shanghai it was already the 2nd, in New York still the 1st.
      {
        month: '2024-05',
        count: 2,
        photos: [photo('sh', '2024-05-01T17:00Z', 480), photo('ny', '2024-05-02T03:00Z', -240)],
      },
      { month: '2021-01', count: 7, photos: null },
    ];
    const shown = createBucketBuilder(words)({ months });
    expect(
      shown.map(({ title, year, month, group, count, tiles }) => [
        title,
        year,
        month,
        group,
        count,
        tiles?.map(({ key }) => key),
      ]),
    ).toEqual([
      ['2024-05-02', '2024', 'm4', '2024-05', 1, ['sh']],
      ['2024-05-01', '2024', 'm4', '2024-05', 1, ['ny']],
      ['m0', '2021', 'm0', '2021-01', 7, undefined],
    ]);
  });

  it('of the same pictures are the same, and small ones stand by month', () => {
    const photos = [photo('b', '2024-05-02T10:00Z', 0), photo('a', '2024-05-01T10:00Z', 0)];
    const line = { months: [{ month: '2024-05', count: 2, photos }] };
    const make = createBucketBuilder(words);
    expect(make(line)[0]).toBe(make(line)[0]);
    expect(createBucketBuilder({ ...words, byMonth: true })(line).map(({ count }) => count)).toEqual([2]);
  });

  it('a size of no pixels is an unknown one', () => {
    expect([aspectRatio({ width: 0, height: 0 }), aspectRatio({ width: 400, height: 300 })]).toEqual([null, 4 / 3]);
  });
});
