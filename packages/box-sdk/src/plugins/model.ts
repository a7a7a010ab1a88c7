import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  decode,
  int,
  list,
  matching,
  oneOf,
  parseJson,
  str,
  struct,
  yesNo,
  orJsonText,
} from '@boxwood/command-bus/codecs';

/** Every plugin there is (PLUGIN-02). */
export const PLUGIN_KEYS = [
  'tstask',
  'disktool',
  'slpmdb',
  'fanotify_client',
  'fileshare',
  'inner_nattp',
  'nattp',
  'bdyptask',
  'web',
  'alist',
  'clouddrive2',
  'qbittorrent',
  'qinglong',
] as const;
export type PluginKey = (typeof PLUGIN_KEYS)[number];
/** Which plugin, as `PLUGIN_KEYS`. */
export const PluginKey = oneOf(PLUGIN_KEYS);

/** Plugins that can be neither stopped nor removed (PLUGIN-19, G-36). */
export const BASIC_PLUGINS = ['tstask', 'disktool', 'fanotify_client', 'fileshare', 'web'] as const;

/**
 * A plugin on the box: `state` 0 not installed, 1 queued, 2 downloading, 3 verifying, 4 installing, 5 installed and never started,
 * 6 running, 7 stopped, 8 abnormal (G-35); `detail` is JSON text, see {@link readPluginDetail}.
 */
export const PluginState = struct(
  {
    /** Which plugin, as `PLUGIN_KEYS`. */
    key: str,
    /** 0 not installed, 1 queued, 2 downloading, 3 verifying, 4 installing, 5 never started, 6 running, 7 stopped, 8 abnormal. */
    state: int,
    /** JSON text: `readPluginDetail`. */
    detail: str,
  },
  {},
  'PluginState',
);
export type PluginState = TypeOf<typeof PluginState>;
/** What the plugin manager answers a question with. */
export const PluginList = struct({
  /** Every plugin, or the one that was asked about. */
  plugin_list: list(PluginState),
});

/** The inside of `detail`: `progress` in percent, `port` where a running plugin listens, `error` words when it failed. */
export const PluginDetail = struct(
  {
    /** That is here. */
    version: str,
  },
  {
    /** Percent of the installation. */
    progress: int,
    /** Where it listens while it runs. */
    port: int,
    /** Why it failed, in words. */
    error: str,
  },
  'PluginDetail',
);
export type PluginDetail = TypeOf<typeof PluginDetail>;

/** Reads the JSON text of `detail`; undefined when it is not what it should be, so that one bad plugin does not hide the others. */
export const readPluginDetail = (plugin: PluginState): PluginDetail | undefined => {
  const parsed = parseJson(plugin.detail);
  const decoded = parsed._tag === 'Right' ? decode(PluginDetail, parsed.right) : parsed;
  return decoded._tag === 'Right' ? decoded.right : undefined;
};

/** Where a package comes from; the box accepts its configured provider only. */
export const PackageAddress = matching('package address', /^https?:\/\/\S{1,2000}$/);

/** One setting as `name=value` text. */
export const PluginSetting = matching('name=value', /^[A-Za-z][A-Za-z0-9_]{0,63}=[^\n\r]{0,1024}$/);

/** Set before an uninstall that shall leave nothing behind (PLUGIN-23). */
export const CLEAN_ALL = 'UNINSTALL_TYPE=UNINSTALL_CLEANALL';

/**
 * A plugin as the app market shows it (PLUGIN-01, SDK-E15): what the provider says of it joined with what the box has. `minVer` holds the
 * third number of the least firmware by model; `nowVer` is empty while it is not installed.
 */
export const Plugin = struct(
  {
    /** Names it in other calls. */
    appKey: PluginKey,
    /** As people call it. */
    appName: str,
    /** What it is for. */
    appDesc: str,
    /** Where its package comes from. */
    appTar: str,
    /** Y: it can be neither stopped nor removed. */
    basic: yesNo,
    /** 0 or 1, as its provider says. */
    type: oneOf([0, 1]),
    /** 0 not installed, 5 installed, 6 running, 7 stopped, 8 abnormal; 1 to 4 on the way. */
    state: int,
    /** Its picture. */
    img: str,
    /** Least firmware by model, the third number. */
    minVer: struct(
      {},
      {
        /** Third number of the firmware, 0 for any. */
        N2: int,
        /** Third number of the firmware, 0 for any. */
        N3: int,
        /** Third number of the firmware, 0 for any. */
        G2: int,
      },
    ),
    /** Y: its settings stay when it is removed. */
    confKeep: yesNo,
    /** Version that is here; empty while it is not installed. */
    nowVer: str,
    /** Newest version. */
    newVer: str,
    /** What it says of itself. */
    detail: orJsonText(
      struct({
        /** Its version. */
        version: str,
      }),
    ),
  },
  {},
  'Plugin',
);
export type Plugin = TypeOf<typeof Plugin>;
