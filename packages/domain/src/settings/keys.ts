import { Partition } from '@boxwood/box-sdk';
import type { SettingValues, SettingKey, ViewSettings } from './settings.ts';
import { json, numberIn, plain, type Stored, veiled, word } from './stored.ts';

/** Storage, codec and default of a setting, and whether it survives a sign-out (G-25). */
export interface SettingRule<T> {
  readonly shelf: 'local' | 'tab';
  readonly stored: Stored<NonNullable<T>>;
  readonly absent: T;
  readonly keptOnLogout: boolean;
}

const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;

const numbers = <const K extends string>(...keys: readonly K[]): Stored<{ readonly [P in K]: number }> =>
  json((value) => {
    const found = record(value);
    if (found === undefined || !keys.every((key) => typeof found[key] === 'number' && Number.isFinite(found[key])))
      return undefined;
    // Checked above: every named key is a number.
    return Object.fromEntries(keys.map((key) => [key, found[key]])) as { readonly [P in K]: number };
  });

const partitions: Stored<readonly Partition[]> = json((value) =>
  Array.isArray(value) && value.every((item) => Partition.is(item)) ? value : undefined,
);

const texts: Stored<readonly string[]> = json((value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined,
);

/** Any JSON object or list; its area decodes the content. */
const someJson: Stored<object> = json((value) => (typeof value === 'object' && value !== null ? value : undefined));

const VIEWS = word('list', 'icon');
const PROPS = word('name', 'size', 'ctime', 'mtime', 'decimal');

/** The default order is ascending by name; an unknown order reads as `aesc` (G-14). */
export const DEFAULT_VIEW: ViewSettings = Object.freeze({ view: 'list', prop: 'name', order: 'aesc' });

const views: Stored<ViewSettings> = json((value) => {
  const found = record(value);
  if (found === undefined) return undefined;
  const view = VIEWS.read(String(found['view']));
  const prop = PROPS.read(String(found['prop']));
  if (view === undefined || prop === undefined) return undefined;
  return { view, prop, order: found['order'] === 'desc' ? 'desc' : 'aesc' };
});

const wallpaper: Stored<1 | 2 | 3 | 4> = {
  read: (text) => ([1, 2, 3, 4] as const).find((preset) => String(preset) === text),
  write: String,
};

const yes: Stored<true> = { read: (text) => (text === 'Y' ? true : undefined), write: () => 'Y' };

const local = <T>(stored: Stored<NonNullable<T>>, absent: T, keptOnLogout = false): SettingRule<T> => ({
  shelf: 'local',
  stored,
  absent,
  keptOnLogout,
});

const yesNo = word('Y', 'N');

/** The rules of all settings. */
export const SETTINGS: { readonly [K in SettingKey]: SettingRule<SettingValues[K]> } = {
  username: local<string | null>(veiled, null),
  token: local<string | null>(veiled, null),
  boxToken: local<string | null>(veiled, null),
  phone: local<string | null>(veiled, null),
  avatar: local<string | null>(plain, null),
  boxId: local<string | null>(veiled, null),
  boxNick: local<string | null>(plain, null),
  boxIp: local<string | null>(veiled, null),
  boxLAN: local<'Y' | 'N' | null>(yesNo, null),
  boxNet: local<'LAN' | 'WAN' | null>(word('LAN', 'WAN'), null),
  boxAdmin: local<'Y' | 'N' | null>(yesNo, null),
  boxApi: local<string | null>(plain, null),
  boxType: local<'N2' | 'N3' | 'G2' | null>(word('N2', 'N3', 'G2'), null),
  boxVersion: local<string | null>(plain, null),
  boxSafe: { shelf: 'tab', stored: yesNo, absent: 'N', keptOnLogout: false },
  boxSelf: { shelf: 'tab', stored: yesNo, absent: 'N', keptOnLogout: false },
  boxPorts: local<SettingValues['boxPorts']>(numbers('web', 'doc'), null),
  boxDisk: local<SettingValues['boxDisk']>(numbers('total', 'free'), null),
  boxMstList: local<SettingValues['boxMstList']>(partitions, []),
  boxUsbList: local<SettingValues['boxUsbList']>(partitions, []),
  boxNetList: local<SettingValues['boxNetList']>(texts, []),
  boxPlugin: local<SettingValues['boxPlugin']>(someJson, null),
  onlinePlugin: local<SettingValues['onlinePlugin']>(someJson, null),
  baiduToken: local<string | null>(veiled, null),
  boxViews: local(views, DEFAULT_VIEW, true),
  closeButton: local<'L' | 'R'>(word('L', 'R'), 'R', true),
  wallpaper: local<1 | 2 | 3 | 4>(wallpaper, 1, true),
  zoom: local(numberIn(0.5, 2, 0.1), 1, true),
  unzipNotice: { shelf: 'local', stored: yes, absent: false, keptOnLogout: true },
};
