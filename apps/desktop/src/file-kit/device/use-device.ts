import { isContainerDrive, usageOf } from '@boxwood/box-sdk/rules';
import type { Failure, Partition } from '@boxwood/domain';
import { size } from '../../app-kit/format.ts';
import { LauncherToken, DisksToken } from '../../composition/tokens.ts';
import { afterFocusReturn } from '../../react/after-focus-return.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import { deviceWords } from './messages.ts';

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
  readonly way: 'eject' | 'containers' | 'none';
  readonly managed: boolean;
  readonly ejecting: boolean;
  /** Why the ejection failed, with the text of the box when it has one (ERR-132). */
  readonly problem: string | null;
  readonly eject: (done: () => void) => void;
  readonly manage: () => void;
}

/** Failure to eject a device, with the text of the box when it has one (ERR-132). */
export const notEjected = (failure: Failure, textOf: ReturnType<typeof useFailureText>): Failure => ({
  _tag: 'Rejected',
  word: 'disk.ejectFailed',
  values: { info: failure._tag === 'Refused' ? (failure.info ?? textOf(failure).text) : textOf(failure).text },
});

export const useDevice = (partition: Partition): Device => {
  const t = useText(deviceWords);
  const failureText = useFailureText();
  const system = useService(DisksToken);
  const launcher = useService(LauncherToken);
  const { state, run } = useAction();
  const { total, free, used, percent } = usageOf(partition);
  const managed = isContainerDrive(partition);
  const containers = launcher.find('containers');
  // Users without access to the Container Service get no link to it.
  const mayManage = containers !== undefined && launcher.obstacle(containers) === null;
  return {
    total,
    free,
    used,
    percent,
    managed,
    ejecting: state.at === 'running',
    usedText: t('usedOf', { used: size(used), total: size(total) }),
    way: managed ? (mayManage ? 'containers' : 'none') : partition.master === 1 ? 'none' : 'eject',
    problem: state.at === 'failed' ? failureText(notEjected(state.failure, failureText)).text : null,
    eject: (done) => {
      run(() => system.eject(partition.mntdir), done);
    },
    manage: () => {
      afterFocusReturn(() => launcher.open('containers', { pageIndex: CONTAINERS_PAGE }));
    },
  };
};
