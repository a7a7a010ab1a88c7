import { beforeAll, expect, it } from 'vitest';
import { Atlas } from './atlas.ts';
import { compileAtlas } from './compile.ts';

let atlas: Atlas;
beforeAll(() => {
  atlas = new Atlas(compileAtlas());
});

/** Expected names of known positions, in the local language and in English. */
const POSITIONS: readonly (readonly [
  latitude: number,
  longitude: number,
  id: string,
  local: string,
  english: string,
])[] = [
  [39.9087, 116.3975, 'CN.1100', '北京', 'Beijing'],
  [31.2397, 121.49, 'CN.3100', '上海', 'Shanghai'],
  [24.447, 118.065, 'CN.3502', '厦门, 福建', 'Xiamen, Fujian'],
  [30.2431, 120.1505, 'CN.3301', '杭州, 浙江', 'Hangzhou, Zhejiang'],
  [34.3841, 109.2785, 'CN.6101', '西安, 陕西', 'Xi’an, Shaanxi'],
  [29.6578, 91.1169, 'CN.5401', '拉萨, 西藏', 'Lhasa, Tibet'],
  [22.5205, 113.9465, 'CN.4403', '深圳, 广东', 'Shenzhen, Guangdong'],
  [18.2528, 109.5119, 'CN.4602', '三亚, 海南', 'Sanya, Hainan'],
  [52.9721, 122.5386, 'CN.2327', '大兴安岭, 黑龙江', 'Daxing’anling, Heilongjiang'],
  [22.2849, 114.1577, 'HK', '香港', 'Hong Kong'],
  [22.1976, 113.5409, 'MO', '澳门', 'Macau'],
  [25.0339, 121.5645, 'TW.TPE', '台北市', 'Taipei'],
  [35.6586, 139.7454, 'JP.40.Tokyo', 'Tokyo', 'Tokyo'],
  [48.8584, 2.2945, 'FR.11.Paris', 'Paris, Île-de-France', 'Paris, Île-de-France'],
  [40.6892, -74.0445, 'US.NY.New York City', 'New York City, New York', 'New York City, New York'],
  [-33.8568, 151.2153, 'AU.02.Sydney', 'Sydney, New South Wales', 'Sydney, New South Wales'],
  [13.7437, 100.4888, 'TH.40.Bangkok', 'Bangkok', 'Bangkok'],
  [-22.9519, -43.2105, 'BR.21.Rio de Janeiro', 'Rio de Janeiro', 'Rio de Janeiro'],
];

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

it('eighteen positions have the names that people there say, in both languages, without a network', () => {
  const found = POSITIONS.map(([latitude, longitude]) => {
    const place = atlas.at(latitude, longitude);
    if (place === null) return [latitude, longitude, null];
    const { id, name, region, english, regionEnglish } = place;
    return [latitude, longitude, id, joined(name, region), joined(english, regionEnglish)];
  });
  expect(found).toEqual(POSITIONS);
});

it('every city of China has a name in letters as well', () => {
  for (let latitude = 18; latitude < 54; latitude += 1)
    for (let longitude = 73; longitude < 135; longitude += 1) {
      const place = atlas.at(latitude, longitude);
      if (place?.country === 'CN') expect(place.english, place.name).toMatch(/^[\p{Script=Latin}’' -]+$/u);
    }
});

it('nothing is named at sea, at the poles and far from everything, and the date line is no border', () => {
  expect([atlas.at(0, -30), atlas.at(90, 0), atlas.at(-90, 180), atlas.at(-80, 20)]).toEqual([null, null, null, null]);
  expect(atlas.at(-16.8, -179.95)?.country).toBe('FJ');
  expect(atlas.at(-16.8, 179.95)?.country).toBe('FJ');
});
