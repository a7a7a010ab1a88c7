import { isContainerDrive, usageOf } from '@boxwood/box-sdk/rules';
import type { Failure, Partition } from '@boxwood/domain';
import { formatSizeText } from '../../app/format-units.ts';
import { LauncherToken, DisksToken } from '../../../composition/service-tokens.ts';
import { afterFocusReturn } from '../../../platform/react/after-focus-return.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { deviceMessages } from './messages.ts';

/** Index of the page of the Container Service that lists the containers (G-09). */
const CONTAINERS_PAGE_INDEX = 2;

/** View model of a mounted drive: its usage and how to remove it. */
export interface DriveViewModel {
  /** Bytes; `percent` of `total` is used. */
  readonly total: number;
  readonly free: number;
  readonly used: number;
  readonly percent: number;
  readonly usedText: string;
  /**
   * How the drive is removed. A drive that a container of the Container Service has mounted is managed there instead of
   * ejected (SHELL-34, G-53); internal volumes of the box cannot be removed.
   */
  readonly removalMethod: 'eject' | 'containers' | 'none';
  readonly isInContainer: boolean;
  readonly isEjecting: boolean;
  /** Why the ejection failed, with the text of the box when it has one (ERR-132). */
  readonly problem: string | null;
  readonly eject: (done: () => void) => void;
  readonly openContainers: () => void;
}

/** An info of one word, such as `host.silent`, is a reason with a message of its own and not a text of the box. */
const isText = (info: string): boolean => !/^[\w.]*$/.test(info);

/** Failure to eject a device, with the text of the box when it has one (ERR-132). */
export const ejectFailure = (failure: Failure, textOf: ReturnType<typeof useFailureText>): Failure => {
  const info = failure._tag === 'Refused' ? (failure.info ?? '') : '';
  return {
    _tag: 'Rejected',
    messageKey: 'disk.ejectFailed',
    values: { info: isText(info) ? info : textOf(failure).text },
  };
};

export const useDrive = (partition: Partition): DriveViewModel => {
  const t = useText(deviceMessages);
  const failureText = useFailureText();
  const disks = useService(DisksToken);
  const launcher = useService(LauncherToken);
  const { state, run } = useAction();
  const { total, free, used, percent } = usageOf(partition);
  const isInContainer = isContainerDrive(partition);
  const containers = launcher.find('containers');
  // Users without access to the Container Service get no link to it.
  const canOpenContainers = containers !== undefined && launcher.missingRequirement(containers) === null;
  return {
    total,
    free,
    used,
    percent,
    isInContainer,
    isEjecting: state.at === 'running',
    usedText: t('usedOf', { used: formatSizeText(used), total: formatSizeText(total) }),
    removalMethod: isInContainer
      ? canOpenContainers
        ? 'containers'
        : 'none'
      : partition.master === 1
        ? 'none'
        : 'eject',
    problem: state.at === 'failed' ? failureText(ejectFailure(state.failure, failureText)).text : null,
    eject: (done) => {
      run(() => disks.eject(partition.mntdir), done);
    },
    openContainers: () => {
      afterFocusReturn(() => launcher.open('containers', { pageIndex: CONTAINERS_PAGE_INDEX }));
    },
  };
};
