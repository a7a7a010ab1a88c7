import type { OnlinePlugin } from './account-plugin-model.ts';

type Model = keyof OnlinePlugin['minVer'];

/** G-36, PLUGIN-21: the minimum firmware of a model; undefined if the plugin does not support it. */
export const minFirmware = (plugin: Pick<OnlinePlugin, 'minVer'>, model: Model): string | undefined => {
  const thirdNumber = plugin.minVer[model];
  return thirdNumber === undefined ? undefined : `1.0.${thirdNumber}`;
};

/** G-35: download address of a plugin package. */
export const packageAddress = (
  host: string,
  arch: string,
  model: Model,
  plugin: Pick<OnlinePlugin, 'appTar'>,
): string => `${host}/${arch}/${model}_${plugin.appTar}`;
