import { isContainerDrive, usageOf } from '@boxwood/box-sdk/rules';
import type { Failure, Partition } from '@boxwood/domain';
import { formatSizeText } from '../../app/format-units.ts';
import { LauncherToken, DisksToken } from '../../../composition/service-tokens.ts';
import { afterFocusReturn } from '../../../platform/react/after-focus-return.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { deviceMessages } from './messages.ts';

/** Page of the Container Service that lists the containers (G-09). */
const CONTAINERS_PAGE = 2;

/** View model of a device: its usage and how to eject it. */
export interface Device {
  /** Bytes; `percent` of `total` is used. */
  readonly total: number;
  readonly free: number;
  readonly used: number;
  readonly percent: number;
  readonly usedText: string;
  /**
   * How the device is removed. A drive of a container is managed in the Container Service instead of ejected (SHELL-34,
   * G-53); internal volumes of the box cannot be removed.
   */
  readonly removalMethod: 'eject' | 'containers' | 'none';
  readonly managed: boolean;
  readonly ejecting: boolean;
  /** Why the ejection failed, with the text of the box when it has one (ERR-132). */
  readonly problem: string | null;
  readonly eject: (done: () => void) => void;
  readonly manage: () => void;
}

/** Failure to eject a device, with the text of the box when it has one (ERR-132). */
export const ejectFailure = (failure: Failure, textOf: ReturnType<typeof useFailureText>): Failure => ({
  _tag: 'Rejected',
  messageKey: 'disk.ejectFailed',
  values: { info: failure._tag === 'Refused' ? (failure.info ?? textOf(failure).text) : textOf(failure).text },
});

export const useDevice = (partition: Partition): Device => {
  const t = useText(deviceMessages);
  const failureText = useFailureText();
  const system = useService(DisksToken);
  const launcher = useService(LauncherToken);
  const { state, run } = useAction();
  const { total, free, used, percent } = usageOf(partition);
  const managed = isContainerDrive(partition);
  const containers = launcher.find('containers');
  // Users without access to the Container Service get no link to it.
  const canManage = containers !== undefined && launcher.unmetNeed(containers) === null;
  return {
    total,
    free,
    used,
    percent,
    managed,
    ejecting: state.at === 'running',
    usedText: t('usedOf', { used: formatSizeText(used), total: formatSizeText(total) }),
    removalMethod: managed ? (canManage ? 'containers' : 'none') : partition.master === 1 ? 'none' : 'eject',
    problem: state.at === 'failed' ? failureText(ejectFailure(state.failure, failureText)).text : null,
    eject: (done) => {
      run(() => system.eject(partition.mntdir), done);
    },
    manage: () => {
      afterFocusReturn(() => launcher.open('containers', { pageIndex: CONTAINERS_PAGE }));
    },
  };
};
