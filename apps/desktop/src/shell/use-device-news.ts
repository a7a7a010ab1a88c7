import { type DeviceNews, deviceNews, type DiskList, PLACES } from '@boxwood/domain';
import type { Toasts } from '@boxwood/ui';
import { useCallback, useEffect, useRef } from 'react';
import { LauncherToken, NotificationsToken, SessionToken, DisksToken } from '../composition/tokens.ts';
import { deviceWords } from '../file-kit/device/messages.ts';
import { notEjected } from '../file-kit/device/use-device.ts';
import { nameOf } from '../file-kit/places.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useQuery } from '../react/use-query.ts';
import { useStream } from '../react/use-stream.ts';
import { useFailureText, useText } from '../react/use-text.ts';

/** Poll interval in ms with a box that reports no changes (P-11). */
const REFRESH_MS = 60_000;

/** How long the notice of a connected device is shown, in ms; the device stays listed in Files. */
const OFFER_MS = 20_000;

/** Id of the notice about a degraded array. */
const ARRAYS = 'arrays';
/** Id of the notice about a failing disk. */
const AILING = 'ailing';

/**
 * Notifies the user when a device is connected, ejected or pulled by anyone, and while an array lacks a disk or a disk
 * reports errors.
 */
export const useDeviceNews = (toasts: Toasts): void => {
  const d = useText(deviceWords);
  const system = useService(DisksToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const session = useService(SessionToken);
  const admin = useStream(session.admin$);
  const textOf = useFailureText();
  const known = useRef<DiskList | null>(null);
  const [asked] = useQuery(
    useCallback(() => system.disks(), [system]),
    { about: 'disks', every: REFRESH_MS },
  );
  const now = asked.at === 'ready' ? asked.value : null;
  const failing = now?.failing?.join(' ') ?? '';
  useEffect(() => {
    if (failing === '') {
      toasts.close(ARRAYS);
      return;
    }
    toasts.show({
      id: ARRAYS,
      kind: 'warning',
      title: d('arrayIll'),
      description: d('arrayIllWhy'),
      timeout: 0,
      ...(admin
        ? {
            action: {
              label: d('look'),
              onPress: () => {
                toasts.close(ARRAYS);
                launcher.open('disks', {});
              },
            },
          }
        : {}),
    });
  }, [failing, admin, toasts, d, launcher]);
  const ailing = now?.ailing?.map(shownName).join(', ') ?? '';
  useEffect(() => {
    if (ailing === '') {
      toasts.close(AILING);
      return;
    }
    toasts.show({
      id: AILING,
      kind: 'error',
      title: d('diskIll', { name: ailing }),
      description: d('diskIllWhy'),
      timeout: 0,
      ...(admin
        ? {
            action: {
              label: d('look'),
              onPress: () => {
                // The notice would cover the window it opens.
                toasts.close(AILING);
                launcher.open('disk-health', {});
              },
            },
          }
        : {}),
    });
  }, [ailing, admin, toasts, d, launcher]);
  useEffect(() => {
    if (now === null || known.current === now) return;
    const before = known.current;
    known.current = now;
    // Devices of the first listing are not new.
    if (before === null) return;
    const tell = ({ kind, device }: DeviceNews): void => {
      const id = `device ${device.mntdir}`;
      const name = shownName(nameOf(device));
      switch (kind) {
        case 'came':
          toasts.show({
            id,
            kind: 'info',
            title: d('came', { name }),
            timeout: OFFER_MS,
            action: {
              label: d('open'),
              onPress: () => {
                launcher.open('files', { params: { place: PLACES.device, path: device.mntdir } });
              },
            },
            also: {
              label: d('eject'),
              onPress: () => {
                system.eject(device.mntdir).subscribe((result) => {
                  if (result._tag === 'Left') notifications.fail(notEjected(result.left, textOf));
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
            timeout: OFFER_MS,
          });
          return;
      }
    };
    deviceNews(before, now).forEach(tell);
  }, [now, toasts, d, system, launcher, notifications, textOf]);
};
