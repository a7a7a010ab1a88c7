import { Partition } from '@boxwood/box-sdk';
import type { SettingValues, SettingKey, ViewSettings } from './settings.ts';
import { json, numberIn, plainText, type SettingCodec, obfuscated, oneOf } from './setting-codecs.ts';

/** Storage, codec and default of a setting, and whether it survives a sign-out (G-25). */
export interface SettingRule<T> {
  readonly storage: 'local' | 'tab';
  readonly codec: SettingCodec<NonNullable<T>>;
  readonly absent: T;
  readonly survivesSignOut: boolean;
}

const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;

const numbers = <const K extends string>(...keys: readonly K[]): SettingCodec<{ readonly [P in K]: number }> =>
  json((value) => {
    const found = record(value);
    if (found === undefined || !keys.every((key) => typeof found[key] === 'number' && Number.isFinite(found[key])))
      return undefined;
    // Checked above: every named key is a number.
    return Object.fromEntries(keys.map((key) => [key, found[key]])) as { readonly [P in K]: number };
  });

const partitions: SettingCodec<readonly Partition[]> = json((value) =>
  Array.isArray(value) && value.every((item) => Partition.is(item)) ? value : undefined,
);

const texts: SettingCodec<readonly string[]> = json((value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined,
);

/** Any JSON object or list; its area decodes the content. */
const anyJson: SettingCodec<object> = json((value) =>
  typeof value === 'object' && value !== null ? value : undefined,
);

const VIEWS = oneOf('list', 'icon');
const PROPS = oneOf('name', 'size', 'ctime', 'mtime', 'decimal');

/** The default order is ascending by name; an unknown order reads as `aesc` (G-14). */
export const DEFAULT_VIEW: ViewSettings = Object.freeze({ view: 'list', prop: 'name', order: 'aesc' });

const views: SettingCodec<ViewSettings> = json((value) => {
  const found = record(value);
  if (found === undefined) return undefined;
  const view = VIEWS.read(String(found['view']));
  const prop = PROPS.read(String(found['prop']));
  if (view === undefined || prop === undefined) return undefined;
  return { view, prop, order: found['order'] === 'desc' ? 'desc' : 'aesc' };
});

const wallpaper: SettingCodec<1 | 2 | 3 | 4> = {
  read: (text) => ([1, 2, 3, 4] as const).find((preset) => String(preset) === text),
  write: String,
};

const yes: SettingCodec<true> = { read: (text) => (text === 'Y' ? true : undefined), write: () => 'Y' };

const localRule = <T>(codec: SettingCodec<NonNullable<T>>, absent: T, survivesSignOut = false): SettingRule<T> => ({
  storage: 'local',
  codec,
  absent,
  survivesSignOut,
});

const yesNo = oneOf('Y', 'N');

/** The rules of all settings. */
export const SETTINGS: { readonly [K in SettingKey]: SettingRule<SettingValues[K]> } = {
  username: localRule<string | null>(obfuscated, null),
  token: localRule<string | null>(obfuscated, null),
  boxToken: localRule<string | null>(obfuscated, null),
  phone: localRule<string | null>(obfuscated, null),
  avatar: localRule<string | null>(plainText, null),
  boxId: localRule<string | null>(obfuscated, null),
  boxNick: localRule<string | null>(plainText, null),
  boxIp: localRule<string | null>(obfuscated, null),
  boxLAN: localRule<'Y' | 'N' | null>(yesNo, null),
  boxNet: localRule<'LAN' | 'WAN' | null>(oneOf('LAN', 'WAN'), null),
  boxAdmin: localRule<'Y' | 'N' | null>(yesNo, null),
  boxApi: localRule<string | null>(plainText, null),
  boxType: localRule<'N2' | 'N3' | 'G2' | null>(oneOf('N2', 'N3', 'G2'), null),
  boxVersion: localRule<string | null>(plainText, null),
  boxSafe: { storage: 'tab', codec: yesNo, absent: 'N', survivesSignOut: false },
  boxSelf: { storage: 'tab', codec: yesNo, absent: 'N', survivesSignOut: false },
  boxPorts: localRule<SettingValues['boxPorts']>(numbers('web', 'doc'), null),
  boxDisk: localRule<SettingValues['boxDisk']>(numbers('total', 'free'), null),
  boxMstList: localRule<SettingValues['boxMstList']>(partitions, []),
  boxUsbList: localRule<SettingValues['boxUsbList']>(partitions, []),
  boxNetList: localRule<SettingValues['boxNetList']>(texts, []),
  boxPlugin: localRule<SettingValues['boxPlugin']>(anyJson, null),
  onlinePlugin: localRule<SettingValues['onlinePlugin']>(anyJson, null),
  baiduToken: localRule<string | null>(obfuscated, null),
  boxViews: localRule(views, DEFAULT_VIEW, true),
  closeButton: localRule<'L' | 'R'>(oneOf('L', 'R'), 'R', true),
  wallpaper: localRule<1 | 2 | 3 | 4>(wallpaper, 1, true),
  zoom: localRule(numberIn(0.5, 2, 0.1), 1, true),
  unzipNotice: { storage: 'local', codec: yes, absent: false, survivesSignOut: true },
};
