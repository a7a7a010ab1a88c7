import type { OnlinePlugin } from './model.ts';

type Model = keyof OnlinePlugin['minVer'];

/** G-36, PLUGIN-21: the minimum firmware of a model; undefined if the plugin does not support it. */
export const leastFirmware = (plugin: Pick<OnlinePlugin, 'minVer'>, model: Model): string | undefined => {
  const third = plugin.minVer[model];
  return third === undefined ? undefined : `1.0.${third}`;
};

/** G-35: download address of a plugin package. */
export const packageAddress = (
  host: string,
  arch: string,
  model: Model,
  plugin: Pick<OnlinePlugin, 'appTar'>,
): string => `${host}/${arch}/${model}_${plugin.appTar}`;
