/** The life of an installable service (STATE-13, G-35): the manager's number, the provider's version and what was asked, read together. */
import { failed, passed } from '@boxwood/command-bus/rules';
import type { PluginAction } from './rules.ts';
import { isUpgradeOffered, pluginPhase } from './rules.ts';

/** What a deploy is at: `asked` until the manager took it on, then its states 1 to 4. */
export type InstallStep = 'asked' | 'queued' | 'downloading' | 'verifying' | 'installing';

/** STATE-13: where a service stands. */
export type ServiceLife =
  | { readonly at: 'not-installed' }
  /** `progress` in percent. */
  | { readonly at: 'installing'; readonly step: InstallStep; readonly progress: number }
  /** `why` in the box's words; empty when it gave none. */
  | { readonly at: 'install-failed'; readonly why: string }
  /** Installed and never started. */
  | { readonly at: 'installed' }
  | { readonly at: 'running' }
  /** `abnormal`: it did not stop because somebody asked. */
  | { readonly at: 'stopped'; readonly abnormal: boolean }
  | { readonly at: 'upgrade-available'; readonly from: string; readonly to: string; readonly running: boolean }
  | { readonly at: 'uninstalling' };

/** What is known of a service. */
export interface ServiceFacts {
  /** The manager's number (G-35). */
  readonly state: number;
  readonly progress: number;
  /** Installed version; empty while there is none. */
  readonly nowVer: string;
  /** The provider's newest version; empty when nobody asked. */
  readonly newVer: string;
  /** What was asked of the manager and has not come to its end. */
  readonly errand: 'deploy' | 'uninstall' | null;
  /** Words of the last deploy that fell back to "not installed"; null when none did. */
  readonly failed: string | null;
}

const stepOf = (state: number): InstallStep => {
  switch (state) {
    case 1:
      return 'queued';
    case 2:
      return 'downloading';
    case 3:
      return 'verifying';
    default:
      return 'installing';
  }
};

/** STATE-10 to STATE-13. A number this version does not know reads as stopped, which offers the least. */
export const serviceLife = (facts: ServiceFacts): ServiceLife => {
  const { state, progress, nowVer, newVer, errand } = facts;
  const phase = pluginPhase(state);
  if (errand === 'uninstall' && phase !== 'absent') return { at: 'uninstalling' };
  switch (phase) {
    case 'absent':
      if (errand === 'deploy') return { at: 'installing', step: 'asked', progress: 0 };
      return facts.failed === null ? { at: 'not-installed' } : { at: 'install-failed', why: facts.failed };
    case 'deploying':
      return { at: 'installing', step: stepOf(state), progress };
    case 'running':
    case 'stopped':
      if (isUpgradeOffered({ state, nowVer, newVer }))
        return { at: 'upgrade-available', from: nowVer, to: newVer, running: phase === 'running' };
      if (phase === 'running') return { at: 'running' };
      return state === 5 ? { at: 'installed' } : { at: 'stopped', abnormal: state === 8 };
  }
};

/** Everything that can be asked of a service. */
export type ServiceAction = PluginAction | 'upgrade';

const offeredBy = (life: ServiceLife): readonly ServiceAction[] => {
  switch (life.at) {
    case 'not-installed':
    case 'install-failed':
      return ['deploy'];
    case 'installing':
    case 'uninstalling':
      return [];
    case 'installed':
    case 'stopped':
      return ['start', 'uninstall'];
    case 'running':
      return ['stop'];
    case 'upgrade-available':
      return life.running ? ['upgrade', 'stop'] : ['upgrade', 'start', 'uninstall'];
  }
};

/** What nobody does to a basic service (ROLE-03, PLUGIN-19). */
const BARRED: ReadonlySet<ServiceAction> = new Set(['stop', 'uninstall']);

/** What a service offers (PLUGIN-04 to PLUGIN-06), rights aside; a basic one offers neither stop nor uninstall (ROLE-03). */
export const serviceActions = (life: ServiceLife, basic: boolean): readonly ServiceAction[] =>
  offeredBy(life).filter((action) => !basic || !BARRED.has(action));

/** Whether an action may be asked for now: rights first, then basic services, then the state (PLUGIN-17 to PLUGIN-19, ROLE-01, ROLE-03). */
export const checkServiceAction = (
  action: ServiceAction,
  service: { readonly life: ServiceLife; readonly basic: boolean },
  admin: boolean,
) => {
  if (!admin)
    return action === 'deploy' || action === 'upgrade'
      ? failed('plugin.noPermissionToDeploy')
      : failed('plugin.noPermissionToOperate');
  if (service.basic && BARRED.has(action)) return failed('plugin.basic');
  return offeredBy(service.life).includes(action) ? passed : failed('plugin.state');
};

/** PLUGIN-10: what is asked twice. */
export const asksFirst = (action: ServiceAction): boolean => BARRED.has(action);

/** PLUGIN-06: whether the service is on its way, so that it is asked about every 5 s. */
export const isServiceMoving = ({ at }: ServiceLife): boolean => at === 'installing' || at === 'uninstalling';
