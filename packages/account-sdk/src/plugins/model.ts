import type { TypeOf } from '@boxwood/command-bus/codecs';
import { int, list, oneOf, orJsonText, str, struct, yesNo, essential, withDefault } from '@boxwood/command-bus/codecs';

/** A plugin of the provider (PLUGIN-01). `minVer` holds the third number of the least firmware by model, 0 for any (G-36). */
export const OnlinePlugin = struct(
  {
    appKey: essential(str),
    appName: str,
    appDesc: str,
    appTar: str,
    basic: yesNo,
    type: oneOf([0, 1]),
    img: str,
    minVer: struct({}, { N2: int, N3: int, G2: int }),
    confKeep: yesNo,
    newVer: str,
    detail: orJsonText(struct({ version: str })),
    cls: withDefault(oneOf(['official', 'community']), 'official'),
  },
  {},
  'OnlinePlugin',
);
export type OnlinePlugin = TypeOf<typeof OnlinePlugin>;

/** What the provider offers for a model; packages are below `host`. */
export const PluginCatalogue = struct({ host: str, list: list(OnlinePlugin) }, {}, 'PluginCatalogue');
export type PluginCatalogue = TypeOf<typeof PluginCatalogue>;

/** Milliseconds a client keeps the catalogue (A29). */
export const PLUGIN_CACHE_MS = 3_600_000;
