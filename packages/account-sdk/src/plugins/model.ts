import type { TypeOf } from '@boxwood/command-bus/codecs';
import { int, list, oneOf, orJsonText, str, struct, yesNo, essential, withDefault } from '@boxwood/command-bus/codecs';

/** A plugin of the provider (PLUGIN-01). `minVer` holds the third number of the least firmware by model, 0 for any (G-36). */
export const OnlinePlugin = struct(
  {
    /** Names it in other calls, as `PLUGIN_KEYS` of the box SDK. */
    appKey: essential(str),
    /** As people call it. */
    appName: str,
    /** What it is for. */
    appDesc: str,
    /** File name of its package, without the model that stands before it. */
    appTar: str,
    /** Y: it can be neither stopped nor removed. */
    basic: yesNo,
    /** 0: a part of the box, 1: a program of others. */
    type: oneOf([0, 1]),
    /** Address of its picture. */
    img: str,
    /** Least firmware by model; a model that is missing cannot have it. */
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
    /** Newest version. */
    newVer: str,
    /** What it says of itself. */
    detail: orJsonText(
      struct({
        /** Its version. */
        version: str,
      }),
    ),
    /** Who stands behind it: `official` or `community`. */
    cls: withDefault(oneOf(['official', 'community']), 'official'),
  },
  {},
  'OnlinePlugin',
);
export type OnlinePlugin = TypeOf<typeof OnlinePlugin>;

/** What the provider offers for a model; packages are below `host`. */
export const PluginCatalogue = struct(
  {
    /** What addresses of packages begin with. */
    host: str,
    /** Every plugin for that model. */
    list: list(OnlinePlugin),
  },
  {},
  'PluginCatalogue',
);
export type PluginCatalogue = TypeOf<typeof PluginCatalogue>;

/** Milliseconds a client keeps the catalogue (A29). */
export const PLUGIN_CACHE_MS = 3_600_000;
