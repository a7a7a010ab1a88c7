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

/** All known plugins (PLUGIN-02). */
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
/** Key of the plugin, one of `PLUGIN_KEYS`. */
export const PluginKey = oneOf(PLUGIN_KEYS);

/** Plugins that can be neither stopped nor removed (PLUGIN-19, G-36). */
export const BASIC_PLUGINS = ['tstask', 'disktool', 'fanotify_client', 'fileshare', 'web'] as const;

/**
 * A plugin on the box: `state` 0 not installed, 1 queued, 2 downloading, 3 verifying, 4 installing, 5 installed and never started,
 * 6 running, 7 stopped, 8 abnormal (G-35); `detail` is JSON text, see {@link readPluginDetail}.
 */
export const PluginState = struct(
  {
    /** Key of the plugin, one of `PLUGIN_KEYS`. */
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
/** Response of the plugin manager. */
export const PluginList = struct({
  /** All plugins, or the requested one. */
  plugin_list: list(PluginState),
});

/**
 * Content of `detail`: `progress` in percent, `port` on which a running plugin listens, `error` message after a
 * failure.
 */
export const PluginDetail = struct(
  {
    /** Installed version. */
    version: str,
  },
  {
    /** Progress of the installation in percent. */
    progress: int,
    /** Port while it runs. */
    port: int,
    /** Error message. */
    error: str,
  },
  'PluginDetail',
);
export type PluginDetail = TypeOf<typeof PluginDetail>;

/** Parses the JSON text of `detail`; undefined if it is malformed, so that one bad plugin does not hide the others. */
export const readPluginDetail = (plugin: PluginState): PluginDetail | undefined => {
  const parsed = parseJson(plugin.detail);
  const decoded = parsed._tag === 'Right' ? decode(PluginDetail, parsed.right) : parsed;
  return decoded._tag === 'Right' ? decoded.right : undefined;
};

/** Address of a package; the box accepts only its configured provider. */
export const PackageAddress = matching('package address', /^https?:\/\/\S{1,2000}$/);

/** One setting as `name=value` text. */
export const PluginSetting = matching('name=value', /^[A-Za-z][A-Za-z0-9_]{0,63}=[^\n\r]{0,1024}$/);

/** Setting to apply before an uninstall that removes everything (PLUGIN-23). */
export const CLEAN_ALL = 'UNINSTALL_TYPE=UNINSTALL_CLEANALL';

/**
 * A plugin as the app market shows it (PLUGIN-01, SDK-E15): the provider's description combined with the state on the
 * box. `minVer` holds the third number of the minimum firmware by model; `nowVer` is empty while it is not installed.
 */
export const Plugin = struct(
  {
    /** Id used in other calls. */
    appKey: PluginKey,
    /** Display name. */
    appName: str,
    /** Description. */
    appDesc: str,
    /** Package file name. */
    appTar: str,
    /** Y: it can be neither stopped nor removed. */
    basic: yesNo,
    /** Type given by the provider, 0 or 1. */
    type: oneOf([0, 1]),
    /** 0 not installed, 5 installed, 6 running, 7 stopped, 8 abnormal; 1 to 4 installing. */
    state: int,
    /** Icon. */
    img: str,
    /** Minimum firmware by model, third number only. */
    minVer: struct(
      {},
      {
        /** Third number of the minimum firmware version; 0: any. */
        N2: int,
        /** Third number of the minimum firmware version; 0: any. */
        N3: int,
        /** Third number of the minimum firmware version; 0: any. */
        G2: int,
      },
    ),
    /** Y: its settings are kept when it is removed. */
    confKeep: yesNo,
    /** Installed version; empty while it is not installed. */
    nowVer: str,
    /** Newest version. */
    newVer: str,
    /** Details given by the plugin. */
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
