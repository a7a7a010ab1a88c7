import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readPictureInfo } from '../../storage/thumbnails/picture-info.ts';
import { parseVideoMetadata } from './video-metadata.ts';
import { leadsOf } from './file-pairs.ts';
import { captureTimeFromCamera, captureTimeFromName } from './capture-time.ts';
import { parseSearchQuery } from './search-query.ts';

const NOW = Date.UTC(2026, 0, 1);
const wall = (taken: { readonly taken: number; readonly zone: number } | null): string | null =>
  taken === null ? null : new Date((taken.taken + taken.zone * 60) * 1000).toISOString().slice(0, 19);

/** Degrees in EXIF notation. */
const degrees = (value: number): string => `${Math.round(Math.abs(value) * 1_000_000)}/1000000 0/1 0/1`;
const PLACES: readonly (readonly [what: string, latitude: number, longitude: number, country: string])[] = [
  ['天安门', 39.9087, 116.3975, 'CN'],
  ['外滩', 31.2397, 121.49, 'CN'],
  ['鼓浪屿', 24.447, 118.065, 'CN'],
  ['西湖', 30.2431, 120.1505, 'CN'],
  ['兵马俑', 34.3841, 109.2785, 'CN'],
  ['布达拉宫', 29.6578, 91.1169, 'CN'],
  ['深圳湾', 22.5205, 113.9465, 'CN'],
  ['三亚', 18.2528, 109.5119, 'CN'],
  ['漠河', 52.9721, 122.5386, 'CN'],
  ['维多利亚港', 22.2849, 114.1577, 'HK'],
  ['大三巴', 22.1976, 113.5409, 'MO'],
  ['台北101', 25.0339, 121.5645, 'TW'],
  ['Tokyo', 35.6586, 139.7454, 'JP'],
  ['Paris', 48.8584, 2.2945, 'FR'],
  ['New York', 40.6892, -74.0445, 'US'],
  ['Sydney', -33.8568, 151.2153, 'AU'],
  ['Bangkok', 13.7437, 100.4888, 'TH'],
  ['Rio', -22.9519, -43.2105, 'BR'],
];

describe('what is known of a picture', () => {
  it('the country of eighteen positions, Hong Kong, Macau and Taiwan apart, without a network', async () => {
    const found: (readonly [string, string | null])[] = [];
    for (const [what, latitude, longitude] of PLACES) {
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
        .jpeg()
        .withExifMerge({
          IFD3: {
            GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
            GPSLatitude: degrees(latitude),
            GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
            GPSLongitude: degrees(longitude),
          },
        })
        .toBuffer();
      found.push([what, (await readPictureInfo(picture, 1000)).country]);
    }
    expect(found).toEqual(PLACES.map(([what, , , country]) => [what, country]));
  });

  it('the time that a name says, as phones, messengers and people write it', () => {
    const said = Object.fromEntries(
      [
        'IMG_20240501_103000.jpg',
        '2024-05-01 10.30.00.png',
        'Screenshot_2024-05-01-10-30-00-99.png',
        'IMG-20240501-WA0003.jpg',
        'IMG_1234.jpg',
        'IMG_20241301_103000.jpg',
        '20240230.jpg',
        '13800138000.jpg',
        'IMG_20990101_000000.jpg',
      ].map((name) => [name, wall(captureTimeFromName(name, NOW))]),
    );
    expect(said).toEqual({
      'IMG_20240501_103000.jpg': '2024-05-01T10:30:00',
      '2024-05-01 10.30.00.png': '2024-05-01T10:30:00',
      'Screenshot_2024-05-01-10-30-00-99.png': '2024-05-01T10:30:00',
      'IMG-20240501-WA0003.jpg': '2024-05-01T00:00:00',
      'IMG_1234.jpg': null,
      'IMG_20241301_103000.jpg': null,
      '20240230.jpg': null,
      '13800138000.jpg': null,
      'IMG_20990101_000000.jpg': null,
    });
    expect(captureTimeFromName('mmexport1714530600000.jpg', NOW)?.taken).toBe(1_714_530_600);
    expect(captureTimeFromName('PXL_20240501_023000.jpg', NOW)?.taken).toBe(Date.UTC(2024, 4, 1, 2, 30) / 1000);
  });

  it('the time of a camera with its zone; one that no clock had is not believed', () => {
    expect(captureTimeFromCamera('2024:05:01 10:30:00', '-03:30', NOW)).toEqual({
      taken: Date.UTC(2024, 4, 1, 14, 0) / 1000,
      zone: -210,
      takenfrom: 'camera',
    });
    for (const written of ['0000:00:00 00:00:00', '2024:02:30 10:00:00', '2050:01:01 00:00:00', 'yesterday', null])
      expect(captureTimeFromCamera(written, null, NOW), String(written)).toBeNull();
  });

  it('the head of a film as ffmpeg says it, turned as it was held', () => {
    const said = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from '/proc/self/fd/3':
  Metadata:
    creation_time   : 2024-05-01T02:30:00.000000Z
    com.apple.quicktime.location.ISO6709: +22.2849+114.1577+010.000/
  Duration: 00:01:02.50, start: 0.000000, bitrate: 9000 kb/s
  Stream #0:0[0x1](und): Video: hevc (Main) (hvc1 / 0x31637668), yuv420p(tv, bt709), 1920x1080, 8800 kb/s, 30 fps
    Side data:
      displaymatrix: rotation of -90.00 degrees`;
    expect(parseVideoMetadata(said)).toEqual({
      duration: 62.5,
      width: 1080,
      height: 1920,
      taken: Date.UTC(2024, 4, 1, 2, 30) / 1000,
      latitude: 22.2849,
      longitude: 114.1577,
    });
    expect(parseVideoMetadata('/proc/self/fd/3: Invalid data found when processing input')).toBeNull();
  });

  it('a long film beside a picture of its name stands for itself', () => {
    const named = (id: number, name: string, duration = 0) => ({ id, name, duration });
    const leads = leadsOf([
      named(1, 'A.HEIC'),
      named(2, 'a.mov', 3),
      named(3, 'B.JPG'),
      named(4, 'B.MOV', 60),
      named(5, 'C.mov', 2),
    ]);
    expect([...leads]).toEqual([[2, 1]]);
  });

  it('a search asks for every word', async () => {
    const said = {
      photo: 'p',
      path: 'Trip/a.jpg',
      caption: '全家福',
      camera: 'Model 7',
      country: 'JP',
      place: 'JP.26',
    };
    const may = { ...said, wall: Date.UTC(2024, 4, 1) / 1000 };
    /** The place is Kyoto, and the photo shows a dog; the cat is in another photo. */
    const find = (words: readonly string[]) =>
      Promise.resolve(
        words.map((word) => ({
          places: new Set(word === 'kyoto' ? ['JP.26'] : []),
          photos: new Set(word === 'dog' ? ['p'] : word === 'cat' ? ['q'] : []),
        })),
      );
    const finding = async (all: readonly string[]): Promise<readonly string[]> => {
      const tests = await Promise.all(all.map((words) => parseSearchQuery(words, find)));
      return all.filter((_, at) => tests[at]?.matches(may, tests[at].textOf(may), '') === true);
    };
    const yes = [
      '2024-05',
      '2024年',
      'may trip',
      '日本',
      'japan a.jpg',
      'kyoto',
      'dog 2024',
      'ＭＯＤＥＬ 全家',
      'trip dog kyoto',
    ];
    expect(await finding(yes)).toEqual(yes);
    const days = ['2024-05-01', '2024年5月1日', '5月1日', '5月1号', '2024-05-02', '2023年5月1日', '5月2日', '5-1'];
    expect(await finding(days)).toEqual(days.slice(0, 4));
    const english = ['May 1, 2024', '1 may', 'trip 1st May 2024', 'Wed, May 1, 2024', 'wednesday May 1', 'may 2024'];
    expect(await finding(english)).toEqual(english);
    // A date in the query does not match numbers in names, but matches a name that contains the same text.
    expect(await finding(['May 7', '7 may 2024', '2 May', 'May 1, 2023', '1 june', 'may 1 china'])).toEqual([]);
    const named = await parseSearchQuery('may 12', find);
    const plans = { ...may, path: 'Plans of May 12.png' };
    expect(named.matches(plans, named.textOf(plans), '')).toBe(true);
    // Text in Latin letters may be pinyin; a number is not.
    const [typed, numbered] = await Promise.all(['quanjia', '2023'].map((words) => parseSearchQuery(words, find)));
    expect([typed?.mayBePinyin, numbered?.mayBePinyin]).toEqual([true, false]);
    const text = typed?.textOf(may) ?? '';
    expect(text).toContain('全家');
    expect([
      typed?.matches(may, text, 'quanjia\nqj'),
      typed?.matches(may, text, ''),
      numbered?.matches(may, text, '2023'),
    ]).toEqual([true, false, false]);
    expect(await finding(['2023', '六月', 'june', 'trip china', '2024-06', 'cat', 'dog cat', 'kyoto osaka'])).toEqual(
      [],
    );
  });
});
