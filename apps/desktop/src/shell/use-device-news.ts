import { type DeviceNews, deviceNews, type DiskList, PLACES } from '@boxwood/domain';
import type { Toasts } from '@boxwood/ui';
import { useCallback, useEffect, useRef } from 'react';
import { LauncherToken, NotificationsToken, SystemToken } from '../composition/tokens.ts';
import { deviceWords } from '../file-kit/device/messages.ts';
import { notEjected } from '../file-kit/device/use-device.ts';
import { nameOf } from '../file-kit/places.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useQuery } from '../react/use-query.ts';
import { useFailureText, useText } from '../react/use-text.ts';

/** How often a box that tells nothing is asked (P-11). */
const REFRESH_MS = 60_000;

/** Milliseconds that a device that came is offered; it stands in Files all the while. */
const OFFER_MS = 20_000;

/** Tells whoever is signed in of a device that came, was let go of or was pulled, whoever did it. */
export const useDeviceNews = (toasts: Toasts): void => {
  const d = useText(deviceWords);
  const system = useService(SystemToken);
  const launcher = useService(LauncherToken);
  const notifications = useService(NotificationsToken);
  const textOf = useFailureText();
  const known = useRef<DiskList | null>(null);
  const [asked] = useQuery(
    useCallback(() => system.disks(), [system]),
    { about: 'disks', every: REFRESH_MS },
  );
  const now = asked.at === 'ready' ? asked.value : null;
  useEffect(() => {
    if (now === null || known.current === now) return;
    const before = known.current;
    known.current = now;
    // What was there before anybody looked is no news.
    if (before === null) return;
    const tell = ({ kind, device }: DeviceNews): void => {
      const id = `device ${device.mntdir}`;
      const name = shownName(nameOf(device));
      switch (kind) {
        case 'came':
          toasts.show({
            ...{ id, kind: 'info', title: d('came', { name }), timeout: OFFER_MS },
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
