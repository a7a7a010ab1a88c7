import { PLG } from '@boxwood/box-sdk';
import type { PluginCatalogue } from '@boxwood/account-sdk';
import {
  CLEAN_ALL,
  ConfigurePlugin,
  GetPlugin,
  InstallPlugin,
  ListPlugins,
  PLUGIN_KEYS,
  type PluginKey,
  type PluginState,
  readPluginDetail,
  RestartPlugin,
  StopPlugin,
  UninstallPlugin,
} from '@boxwood/box-sdk';
import { packageAddress } from '@boxwood/box-sdk/rules';
import type { BoxError, BoxModel, Client, Either } from '@boxwood/command-bus';
import { right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import { type Answer, answer, fromTask, mapRight } from '../outcome.ts';
import type { PluginOffer, PluginReport } from './plugins.ts';

/** The calls of the services. A service that the manager does not know is one that is not installed (G-35). */
export interface PluginsPort {
  list(): Answer<readonly PluginReport[]>;
  info(key: PluginKey): Answer<PluginReport>;
  /** The provider's; none in LAN mode. */
  offers(): Answer<readonly PluginOffer[]>;
  install(key: PluginKey, url: string): Answer<unknown>;
  restart(key: PluginKey): Answer<unknown>;
  stop(key: PluginKey): Answer<unknown>;
  uninstall(key: PluginKey): Answer<unknown>;
  /** Says that the next uninstall leaves nothing behind. */
  cleanAll(key: PluginKey): Answer<unknown>;
}

const keyOf = (text: string): PluginKey | undefined => PLUGIN_KEYS.find((key) => key === text);

const reportOf = (plugin: PluginState): PluginReport | null => {
  const key = keyOf(plugin.key);
  if (key === undefined) return null;
  const { version = '', progress = 0, error = '' } = readPluginDetail(plugin) ?? {};
  return { key, state: plugin.state, progress, version: plugin.state < 5 ? '' : version, error };
};

const absent = (key: PluginKey): PluginReport => ({ key, state: 0, progress: 0, version: '', error: '' });

/** {@link PluginsPort} over a client of the box and the provider's catalogue. */
export const pluginsPort = (
  box: Pick<Client, 'exec'>,
  model: BoxModel,
  catalogue: (model: BoxModel) => Promise<Either<BoxError, PluginCatalogue>>,
): PluginsPort => ({
  list: () =>
    answer(box, ListPlugins, {}).pipe(
      mapRight(({ plugin_list }) => plugin_list.map(reportOf).filter((report) => report !== null)),
    ),
  info: (key) =>
    answer(box, GetPlugin, { key }).pipe(
      map((result) => {
        if (result._tag === 'Left')
          return result.left._tag === 'Refused' && result.left.code === PLG.notInstalled ? right(absent(key)) : result;
        const found = result.right.plugin_list.map(reportOf).find((report) => report?.key === key);
        return right(found ?? absent(key));
      }),
    ),
  offers: () =>
    fromTask(() => () => catalogue(model)).pipe(
      mapRight(({ host, list }) =>
        list.flatMap(({ appKey, appTar, basic, newVer, confKeep, minVer }): readonly PluginOffer[] => {
          const key = keyOf(appKey);
          const url = packageAddress(host, model, appTar);
          return key === undefined ? [] : [{ key, basic: basic === 'Y', newVer, confKeep, minVer, url }];
        }),
      ),
    ),
  install: (key, url) => answer(box, InstallPlugin, { key, url }),
  restart: (key) => answer(box, RestartPlugin, { key }),
  stop: (key) => answer(box, StopPlugin, { key }),
  uninstall: (key) => answer(box, UninstallPlugin, { key }),
  cleanAll: (key) => answer(box, ConfigurePlugin, { key, cfg: CLEAN_ALL }),
});
