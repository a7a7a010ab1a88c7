import type { TypeOf } from '@boxwood/command-bus/codecs';
import { int, list, oneOf, orJsonText, str, struct, yesNo, essential, withDefault } from '@boxwood/command-bus/codecs';

/**
 * A plugin of the provider (PLUGIN-01). `minVer` holds the third number of the minimum firmware by model, 0 for any
 * (G-36).
 */
export const OnlinePlugin = struct(
  {
    /** Key of the plugin, one of `PLUGIN_KEYS` of the box SDK. */
    appKey: essential(str),
    /** Display name. */
    appName: str,
    /** Description. */
    appDesc: str,
    /** File name of its package, without the leading model. */
    appTar: str,
    /** Y: it can be neither stopped nor removed. */
    basic: yesNo,
    /** 0: a part of the box, 1: a third-party program. */
    type: oneOf([0, 1]),
    /** Address of the icon. */
    img: str,
    /** Minimum firmware by model; a missing model is not supported. */
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
    /** Newest version. */
    newVer: str,
    /** Details given by the plugin. */
    detail: orJsonText(
      struct({
        /** Its version. */
        version: str,
      }),
    ),
    /** Publisher: `official` or `community`. */
    cls: withDefault(oneOf(['official', 'community']), 'official'),
  },
  {},
  'OnlinePlugin',
);
export type OnlinePlugin = TypeOf<typeof OnlinePlugin>;

/** The provider's plugins for a model; packages are under `host`. */
export const PluginCatalogue = struct(
  {
    /** Base address of packages. */
    host: str,
    /** All plugins for the model. */
    list: list(OnlinePlugin),
  },
  {},
  'PluginCatalogue',
);
export type PluginCatalogue = TypeOf<typeof PluginCatalogue>;

/** How long a client caches the catalogue, in milliseconds (A29). */
export const PLUGIN_CACHE_MS = 3_600_000;
