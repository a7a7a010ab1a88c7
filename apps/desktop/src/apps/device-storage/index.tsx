import { busOf } from '@boxwood/box-sdk/rules';
import { type Partition, PLACES } from '@boxwood/domain';
import { Badge, Button, EmptyState, IconContainer, IconEject, IconFolderOpen, IconUsb, ProgressBar } from '@boxwood/ui';
import { useCallback } from 'react';
import { ListScreen } from '../../app-kit/list-screen/ListScreen.tsx';
import { Shown } from '../../app-kit/LoadState.tsx';
import { StorageActions, StorageCard, StorageCards, StorageNote } from '../../app-kit/storage-cards/StorageCards.tsx';
import { LauncherToken, DisksToken } from '../../composition/tokens.ts';
import { deviceWords } from '../../file-kit/device/messages.ts';
import { useDevice } from '../../file-kit/device/use-device.ts';
import { type Root, rootsFor } from '../../file-kit/places.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useQuery } from '../../react/use-query.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';

/** Message key of each bus (DISK-02). */
const KINDS = {
  sata: 'sata',
  sata1: 'sata',
  emmc: 'emmc',
  nvme0: 'nvme',
  sdc: 'card',
  raid: 'raid',
  usb: 'usb',
  clouddrive2: 'container',
  external: 'external',
} as const;

/** How often devices are fetched when the box does not push changes, in ms (P-11). */
const REFRESH_MS = 60_000;

/** Device storage (P-11): devices plugged into the box, their used space, and ejecting them. */
export const App = () => {
  const t = useText(messages);
  const disks = useService(DisksToken);
  const [loaded, reload] = useQuery(
    useCallback(() => disks.volumes(), [disks]),
    { about: 'disks', every: REFRESH_MS },
  );
  const devicesOf = (volumes: readonly Partition[]): readonly Root[] =>
    rootsFor('', volumes).filter(({ place }) => place === PLACES.device);
  return (
    <ListScreen
      label={t('toolbar')}
      busy={loaded.at === 'loading'}
      onRefresh={reload}
      total={loaded.at === 'ready' ? t('total', { count: devicesOf(loaded.value).length }) : ''}
    >
      <Shown of={loaded} reload={reload}>
        {(volumes) => {
          const devices = devicesOf(volumes);
          if (devices.length === 0)
            return <EmptyState icon={<IconUsb />} title={t('emptyTitle')} text={t('emptyText')} />;
          return (
            <StorageCards label={t('list')}>
              {devices.map((root) =>
                root.partition === null ? null : (
                  <DeviceCard key={root.id} root={root} partition={root.partition} onEjected={reload} />
                ),
              )}
            </StorageCards>
          );
        }}
      </Shown>
    </ListScreen>
  );
};

const DeviceCard = ({
  root,
  partition,
  onEjected,
}: {
  readonly root: Root;
  readonly partition: Partition;
  readonly onEjected: () => void;
}) => {
  const t = useText(messages);
  const d = useText(deviceWords);
  const launcher = useService(LauncherToken);
  const device = useDevice(partition);
  const bus = busOf(partition.bus);
  const name = shownName(root.volume ?? partition.mntdir);
  return (
    <StorageCard
      icon={device.managed ? 'network' : 'usb'}
      name={name}
      about={t(KINDS[bus])}
      badge={root.readOnly ? <Badge tone="warning">{t('readOnly')}</Badge> : null}
      problem={device.problem}
    >
      <ProgressBar label={d('used')} value={device.percent} valueText={device.usedText} />
      <StorageNote>{device.usedText}</StorageNote>
      <StorageActions>
        <Button
          size="sm"
          icon={<IconFolderOpen />}
          aria-label={`${t('open')} ${name}`}
          onClick={() => {
            launcher.open('files', { params: { place: PLACES.device, path: root.path } });
          }}
        >
          {t('open')}
        </Button>
        {device.way === 'eject' ? (
          <Button
            size="sm"
            icon={<IconEject />}
            busy={device.ejecting}
            aria-label={`${d('eject')} ${name}`}
            onClick={() => {
              device.eject(onEjected);
            }}
          >
            {d('eject')}
          </Button>
        ) : device.way === 'containers' ? (
          <Button size="sm" icon={<IconContainer />} onClick={device.manage}>
            {d('manageContainer')}
          </Button>
        ) : null}
      </StorageActions>
    </StorageCard>
  );
};
