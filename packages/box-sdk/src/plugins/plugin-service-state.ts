/**
 * Lifecycle of an installable service (STATE-13, G-35), derived from the manager's state number, the provider's version
 * and the pending request.
 */
import { failed, passed } from '@boxwood/command-bus/rules';
import type { PluginAction } from './plugin-rules.ts';
import { isUpgradeOffered, pluginPhase } from './plugin-rules.ts';

/** Step of an installation: `asked` until the manager accepted it, then its states 1 to 4. */
export type InstallStep = 'asked' | 'queued' | 'downloading' | 'verifying' | 'installing';

/** STATE-13: state of a service. */
export type ServiceState =
  | { readonly at: 'not-installed' }
  /** `progress` in percent. */
  | { readonly at: 'installing'; readonly step: InstallStep; readonly progress: number }
  /** `why` is the box's message; empty if it gave none. */
  | { readonly at: 'install-failed'; readonly why: string }
  /** Installed and never started. */
  | { readonly at: 'installed' }
  | { readonly at: 'running' }
  /** `abnormal`: it stopped without a request. */
  | { readonly at: 'stopped'; readonly abnormal: boolean }
  | { readonly at: 'upgrade-available'; readonly from: string; readonly to: string; readonly running: boolean }
  | { readonly at: 'uninstalling' };

/** Facts from which the state of a service is derived. */
export interface ServiceFacts {
  /** State number of the manager (G-35). */
  readonly state: number;
  readonly progress: number;
  /** Installed version; empty while there is none. */
  readonly nowVer: string;
  /** The provider's newest version; empty if it was not requested. */
  readonly newVer: string;
  /** Pending request to the manager. */
  readonly pendingRequest: 'deploy' | 'uninstall' | null;
  /** Message of the last failed deploy; null if none failed. */
  readonly failed: string | null;
}

const installStepOf = (state: number): InstallStep => {
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

/** STATE-10 to STATE-13. An unknown state number counts as stopped, which allows the fewest actions. */
export const serviceStateOf = (facts: ServiceFacts): ServiceState => {
  const { state, progress, nowVer, newVer, pendingRequest } = facts;
  const phase = pluginPhase(state);
  if (pendingRequest === 'uninstall' && phase !== 'absent') return { at: 'uninstalling' };
  switch (phase) {
    case 'absent':
      if (pendingRequest === 'deploy') return { at: 'installing', step: 'asked', progress: 0 };
      return facts.failed === null ? { at: 'not-installed' } : { at: 'install-failed', why: facts.failed };
    case 'deploying':
      return { at: 'installing', step: installStepOf(state), progress };
    case 'running':
    case 'stopped':
      if (isUpgradeOffered({ state, nowVer, newVer }))
        return { at: 'upgrade-available', from: nowVer, to: newVer, running: phase === 'running' };
      if (phase === 'running') return { at: 'running' };
      return state === 5 ? { at: 'installed' } : { at: 'stopped', abnormal: state === 8 };
  }
};

/** All actions on a service. */
export type ServiceAction = PluginAction | 'upgrade';

const actionsOf = (state: ServiceState): readonly ServiceAction[] => {
  switch (state.at) {
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
      return state.running ? ['upgrade', 'stop'] : ['upgrade', 'start', 'uninstall'];
  }
};

/** Actions not allowed on a basic service (ROLE-03, PLUGIN-19). */
const FORBIDDEN_ON_BASIC: ReadonlySet<ServiceAction> = new Set(['stop', 'uninstall']);

/**
 * Actions of a service (PLUGIN-04 to PLUGIN-06), ignoring permissions. A basic service has neither stop nor uninstall
 * (ROLE-03).
 */
export const serviceActions = (state: ServiceState, basic: boolean): readonly ServiceAction[] =>
  actionsOf(state).filter((action) => !basic || !FORBIDDEN_ON_BASIC.has(action));

/**
 * Whether an action is allowed: checks permissions first, then basic services, then the state (PLUGIN-17 to PLUGIN-19,
 * ROLE-01, ROLE-03).
 */
export const checkServiceAction = (
  action: ServiceAction,
  service: { readonly state: ServiceState; readonly basic: boolean },
  admin: boolean,
) => {
  if (!admin)
    return action === 'deploy' || action === 'upgrade'
      ? failed('plugin.noPermissionToDeploy')
      : failed('plugin.noPermissionToOperate');
  if (service.basic && FORBIDDEN_ON_BASIC.has(action)) return failed('plugin.basic');
  return actionsOf(service.state).includes(action) ? passed : failed('plugin.state');
};

/** PLUGIN-10: whether the action needs a confirmation. */
export const needsConfirmation = (action: ServiceAction): boolean => FORBIDDEN_ON_BASIC.has(action);

/** PLUGIN-06: whether an installation or removal is in progress, so that the state is polled every 5 s. */
export const isServiceBusy = ({ at }: ServiceState): boolean => at === 'installing' || at === 'uninstalling';
