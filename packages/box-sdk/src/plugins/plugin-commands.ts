import { nothing, struct } from '@boxwood/command-bus/codecs';
import { pluginCommand } from '../define-commands.ts';
import { PackageAddress, PluginKey, PluginList, PluginSetting } from './plugin-model.ts';

const byKey = struct({ key: PluginKey });

/**
 * Lists all plugins known to the box.
 *
 * `POST /pluginmanager` `LIST` (B71). Refusals (plugin): 4 service error.
 *
 * @example
 * ```ts
 * const { plugin_list } = await box.plugins.list();
 * ```
 */
export const ListPlugins = pluginCommand({
  name: 'ListPlugins',
  cmd: 'LIST',
  params: nothing,
  result: PluginList,
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Starts to install a plugin; {@link GetPlugin} reports the progress. Administrator only (PLUGIN-17).
 *
 * `POST /pluginmanager` `INSTALL` (B72). Refusals (plugin): 2 another installation is running, 4 service error, 5
 * failed, 6 not ready, 8 already installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.plugins.install({ key: 'alist', url: 'https://packages.example/rk3566/N3_alist.tar.gz' });
 * ```
 */
export const InstallPlugin = pluginCommand({
  name: 'InstallPlugin',
  cmd: 'INSTALL',
  params: struct({ key: PluginKey, url: PackageAddress }),
  result: nothing,
  refusals: [2, 4, 5, 6, 8, 9],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads the state of one plugin, in a list with one entry (PLUGIN-24).
 *
 * `POST /pluginmanager` `INFO` (B73). Refusals (plugin): 7 not installed.
 *
 * @example
 * ```ts
 * const { plugin_list } = await box.plugins.info({ key: 'alist' });
 * ```
 */
export const GetPlugin = pluginCommand({
  name: 'GetPlugin',
  cmd: 'INFO',
  params: byKey,
  result: PluginList,
  refusals: [7],
  access: 'user',
  idempotent: true,
});

/**
 * Starts or restarts a plugin. Administrator only.
 *
 * `POST /pluginmanager` `RESTART` (B74). Refusals (plugin): 5 failed, 6 not ready, 7 not installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.plugins.start({ key: 'alist' });
 * ```
 */
export const RestartPlugin = pluginCommand({
  name: 'RestartPlugin',
  cmd: 'RESTART',
  params: byKey,
  result: nothing,
  refusals: [5, 6, 7, 9],
  access: 'admin',
  idempotent: false,
});

/**
 * Stops a plugin; basic ones are refused with 13 (PLUGIN-19). Administrator only.
 *
 * `POST /pluginmanager` `STOP` (B75). Refusals (plugin): 5 failed, 7 not installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.plugins.stop({ key: 'alist' });
 * ```
 */
export const StopPlugin = pluginCommand({
  name: 'StopPlugin',
  cmd: 'STOP',
  params: byKey,
  result: nothing,
  refusals: [5, 7, 9],
  access: 'admin',
  idempotent: false,
});

/**
 * Removes a plugin and keeps its configuration, unless {@link CLEAN_ALL} was set before; basic ones are refused with 13.
 * Administrator only.
 *
 * `POST /pluginmanager` `UNINSTALL` (B76). Refusals (plugin): 5 failed, 7 not installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.plugins.configure({ key: 'alist', cfg: CLEAN_ALL });
 * await box.plugins.uninstall({ key: 'alist' });
 * ```
 */
export const UninstallPlugin = pluginCommand({
  name: 'UninstallPlugin',
  cmd: 'UNINSTALL',
  params: byKey,
  result: nothing,
  refusals: [5, 7, 9],
  access: 'admin',
  idempotent: false,
});

/**
 * Sets one setting of a plugin as `name=value`. Administrator only.
 *
 * `POST /pluginmanager` `CFGSET` (B77). Refusals (plugin): 5 failed, 7 not installed.
 *
 * @example
 * ```ts
 * await box.plugins.configure({ key: 'alist', cfg: CLEAN_ALL });
 * ```
 */
export const ConfigurePlugin = pluginCommand({
  name: 'ConfigurePlugin',
  cmd: 'CFGSET',
  params: struct({ key: PluginKey, cfg: PluginSetting }),
  result: nothing,
  refusals: [5, 7],
  access: 'admin',
  idempotent: false,
});
