import type { StateStream } from '../state/state-stream.ts';
import type { Partition } from '../model.ts';

/** View of a file browser (FILES-45); the wire value for ascending is spelled `aesc`. */
export interface ViewSettings {
  readonly view: 'list' | 'icon';
  readonly prop: 'name' | 'size' | 'ctime' | 'mtime' | 'decimal';
  readonly order: 'aesc' | 'desc';
}

/** All stored values of G-25 with their types. A value that is absent, invalid or out of range reads as the default. */
export interface SettingValues {
  readonly username: string | null;
  readonly token: string | null;
  readonly boxToken: string | null;
  readonly phone: string | null;
  readonly avatar: string | null;
  readonly boxId: string | null;
  readonly boxNick: string | null;
  readonly boxIp: string | null;
  /** Y while the link is a direct offline one (LAN mode, G-06). */
  readonly boxLAN: 'Y' | 'N' | null;
  readonly boxNet: 'LAN' | 'WAN' | null;
  readonly boxAdmin: 'Y' | 'N' | null;
  readonly boxApi: string | null;
  readonly boxType: 'N2' | 'N3' | 'G2' | null;
  readonly boxVersion: string | null;
  readonly boxSafe: 'Y' | 'N';
  readonly boxSelf: 'Y' | 'N';
  readonly boxPorts: { readonly web: number; readonly doc: number } | null;
  readonly boxDisk: { readonly total: number; readonly free: number } | null;
  readonly boxMstList: readonly Partition[];
  readonly boxUsbList: readonly Partition[];
  readonly boxNetList: readonly string[];
  /** Installed plugins and the provider list, decoded by the plugin area. */
  readonly boxPlugin: object | null;
  readonly onlinePlugin: object | null;
  readonly baiduToken: string | null;
  readonly boxViews: ViewSettings;
  readonly closeButton: 'L' | 'R';
  readonly wallpaper: 1 | 2 | 3 | 4;
  /** 0.5 to 2.0 in steps of 0.1. */
  readonly zoom: number;
  readonly unzipNotice: boolean;
}

export type SettingKey = keyof SettingValues;

/**
 * `full`: the browser refused to store more, and the value lives until the page closes. `unavailable`: there is no
 * storage.
 */
export type StorageHealth = 'ok' | 'full' | 'unavailable';

/** Typed access to the values this browser stores (section 3 of the product, STATE-01 to STATE-07). Never throws. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValues[K];
  /** Follows changes in this tab and others. */
  value$<K extends SettingKey>(key: K): StateStream<SettingValues[K]>;
  /** Stores a value; it is readable at once even if the storage refused it. */
  set<K extends SettingKey>(key: K, value: SettingValues[K]): void;
  /** Texts under keys that contain a user name: `{username}_desktop`, window geometry, the upload list. */
  text(key: string): string | null;
  setText(key: string, value: string | null): void;
  /** Removes all values that a sign-out removes (G-25, STATE-07). */
  clearSession(): void;
  readonly health$: StateStream<StorageHealth>;
}
