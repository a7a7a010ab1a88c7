/** Plugins: firmware, states, rights, package addresses (area PLUGIN, VALID-38 to VALID-40, G-35, G-36). */
import { PLG } from '@boxwood/command-bus';
import type { BoxModel } from '@boxwood/command-bus';
import { failed, passed } from '@boxwood/command-bus/rules';
import { ARCHITECTURE, MIN_FIRMWARE } from '../constants.ts';

/** Compares versions number by number; a missing number is 0 and text after a number is ignored (`1.0.7 beta`). */
export const compareVersions = (a: string, b: string): number => {
  const numbers = (version: string): readonly number[] =>
    version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/**
 * The third number of the firmware a plugin needs, by model; 0 means any version, a missing model means unsupported.
 */
export type MinVersions = Readonly<Partial<Record<BoxModel, number>>>;

/** PLUGIN-21, G-36: whether the firmware is at or above 1.0.{n} of the model. */
export const meetsFirmware = (model: BoxModel, version: string, minVer: MinVersions): boolean => {
  const minNumber = minVer[model];
  return minNumber !== undefined && (minNumber === 0 || compareVersions(version, `1.0.${minNumber}`) >= 0);
};

/** DIALOG-21, PHOTO-17: whether the firmware supports the photo page. */
export const hasPhotos = (model: BoxModel, version: string): boolean =>
  meetsFirmware(model, version, MIN_FIRMWARE.photos);
export const hasMovies = (model: BoxModel, version: string): boolean =>
  meetsFirmware(model, version, MIN_FIRMWARE.movies);

/** STATE-10 to STATE-12, G-35: phase of a plugin. */
export type PluginPhase = 'absent' | 'deploying' | 'running' | 'stopped';
export const pluginPhase = (state: number): PluginPhase => {
  if (state <= 0) return 'absent';
  if (state < 5) return 'deploying';
  return state === 6 ? 'running' : 'stopped';
};

/** The caller and its connection. */
export interface PluginCaller {
  readonly admin: boolean;
  /** Direct LAN connection without the account service (boxLAN Y). */
  readonly lan: boolean;
  readonly model: BoxModel;
  readonly version: string;
}

/** VALID-38 to VALID-40: deploying and upgrading. */
export const checkDeploy = ({ admin, lan, model, version }: PluginCaller, minVer: MinVersions) => {
  if (!admin) return failed('plugin.noPermissionToDeploy');
  if (lan) return failed('plugin.notOffline');
  return meetsFirmware(model, version, minVer) ? passed : failed('plugin.firmware');
};

/** Actions of the management dialog (PLUGIN-04 to PLUGIN-06, PLUGIN-19). */
export type PluginAction = 'deploy' | 'start' | 'stop' | 'uninstall';

/** PLUGIN-04, PLUGIN-05, PLUGIN-17 to PLUGIN-19: starting, stopping and uninstalling. */
export const checkPluginAction = (
  action: Exclude<PluginAction, 'deploy'>,
  plugin: { readonly state: number; readonly basic: 'Y' | 'N' },
  admin: boolean,
) => {
  if (!admin) return failed('plugin.noPermissionToOperate');
  if (plugin.basic === 'Y' && action !== 'start') return failed('plugin.basic');
  const phase = pluginPhase(plugin.state);
  const isAllowed = action === 'stop' ? phase === 'running' : phase === 'stopped';
  return isAllowed ? passed : failed('plugin.state');
};

/** Actions available in a state, ignoring permissions. */
export const offeredActions = (state: number): readonly PluginAction[] => {
  switch (pluginPhase(state)) {
    case 'absent':
      return ['deploy'];
    case 'deploying':
      return [];
    case 'running':
      return ['stop'];
    case 'stopped':
      return ['start', 'uninstall'];
  }
};

/** PLUGIN-22, CONST-80: download address of a package. */
export const packageAddress = (host: string, model: BoxModel, appTar: string): string =>
  `${host.replace(/\/+$/, '')}/${ARCHITECTURE[model]}/${model}_${appTar}`;

/** PLUGIN-08: whether an uninstall continues after the cleanup step: on 0, 1 and "not installed". */
export const continuesAfterCleanup = (error: number): boolean =>
  error === 0 || error === 1 || error === PLG.notInstalled;

/** PLUGIN-13, G-35: whether an upgrade wipes the configuration: only when it is not kept, and never for a first-time tstask. */
export const wipesOnUpgrade = (plugin: {
  readonly key: string;
  readonly confKeep: 'Y' | 'N';
  readonly nowVer: string;
}): boolean => plugin.confKeep === 'N' && !(plugin.key === 'tstask' && plugin.nowVer === '');

/** Whether an upgrade is available: the plugin is installed and a newer version exists (P-01). */
export const isUpgradeOffered = (plugin: {
  readonly state: number;
  readonly nowVer: string;
  readonly newVer: string;
}): boolean => plugin.state >= 5 && compareVersions(plugin.newVer, plugin.nowVer) > 0;
