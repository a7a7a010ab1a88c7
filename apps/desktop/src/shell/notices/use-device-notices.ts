import { type DeviceChange, deviceChanges, type DiskList, PLACES } from '@boxwood/domain';
import type { Toasts } from '@boxwood/ui';
import { useCallback, useEffect, useRef } from 'react';
import { LauncherToken, NotificationsToken, SessionToken, DisksToken } from '../../composition/service-tokens.ts';
import { deviceMessages } from '../../kit/files/device/messages.ts';
import { ejectFailure } from '../../kit/files/device/use-drive.ts';
import { nameOf } from '../../kit/files/file-places.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';

/** Poll interval in ms with a box that reports no changes (P-11). */
const POLL_INTERVAL_MS = 60_000;

/** How long the notice of a connected device is shown, in ms; the device stays listed in Files. */
const DEVICE_NOTICE_MS = 20_000;

/** Id of the notice about a degraded array. */
const DEGRADED_ARRAY_ID = 'arrays';
/** Id of the notice about a failing disk. */
const FAILING_DISK_ID = 'ailing';

/**
 * Notifies the user when a device is connected, ejected or pulled by anyone, and while an array lacks a disk or a disk
 * reports errors.
 */
export const useDeviceNotices = (toasts: Toasts): void => {
  const d = useText(deviceMessages);
  const system = useService(DisksToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const session = useService(SessionToken);
  const admin = useStream(session.admin$);
  const textOf = useFailureText();
  const previousDisks = useRef<DiskList | null>(null);
  const [request] = useQuery(
    useCallback(() => system.disks(), [system]),
    { about: 'disks', every: POLL_INTERVAL_MS },
  );
  const disks = request.at === 'ready' ? request.value : null;
  const degradedArrays = disks?.failing?.join(' ') ?? '';
  useEffect(() => {
    if (degradedArrays === '') {
      toasts.close(DEGRADED_ARRAY_ID);
      return;
    }
    toasts.show({
      id: DEGRADED_ARRAY_ID,
      kind: 'warning',
      title: d('arrayIll'),
      description: d('arrayIllWhy'),
      timeout: 0,
      ...(admin
        ? {
            action: {
              label: d('look'),
              onPress: () => {
                toasts.close(DEGRADED_ARRAY_ID);
                launcher.open('disks', {});
              },
            },
          }
        : {}),
    });
  }, [degradedArrays, admin, toasts, d, launcher]);
  const failingDisks = disks?.ailing?.map(safeDisplayName).join(', ') ?? '';
  useEffect(() => {
    if (failingDisks === '') {
      toasts.close(FAILING_DISK_ID);
      return;
    }
    toasts.show({
      id: FAILING_DISK_ID,
      kind: 'error',
      title: d('diskIll', { name: failingDisks }),
      description: d('diskIllWhy'),
      timeout: 0,
      ...(admin
        ? {
            action: {
              label: d('look'),
              onPress: () => {
                // The notice would cover the window it opens.
                toasts.close(FAILING_DISK_ID);
                launcher.open('disk-health', {});
              },
            },
          }
        : {}),
    });
  }, [failingDisks, admin, toasts, d, launcher]);
  useEffect(() => {
    if (disks === null || previousDisks.current === disks) return;
    const before = previousDisks.current;
    previousDisks.current = disks;
    // Devices of the first listing are not new.
    if (before === null) return;
    const showNotice = ({ kind, device }: DeviceChange): void => {
      const id = `device ${device.mntdir}`;
      const name = safeDisplayName(nameOf(device));
      switch (kind) {
        case 'came':
          toasts.show({
            id,
            kind: 'info',
            title: d('came', { name }),
            timeout: DEVICE_NOTICE_MS,
            action: {
              label: d('open'),
              onPress: () => {
                launcher.open('files', { params: { place: PLACES.device, path: device.mntdir } });
              },
            },
            secondaryAction: {
              label: d('eject'),
              onPress: () => {
                system.eject(device.mntdir).subscribe((result) => {
                  if (result._tag === 'Left') notifications.fail(ejectFailure(result.left, textOf));
                });
              },
            },
          });
          return;
        case 'ejected':
          toasts.show({ id, kind: 'success', title: d('ejected', { name }) });
          return;
        case 'pulled':
          toasts.show({
            id,
            kind: 'warning',
            title: d('pulled', { name }),
            description: d('pulledWhy'),
            timeout: DEVICE_NOTICE_MS,
          });
          return;
      }
    };
    deviceChanges(before, disks).forEach(showNotice);
  }, [disks, toasts, d, system, launcher, notifications, textOf]);
};
