import { busOf } from '@boxwood/box-sdk/rules';
import { type Partition, PLACES } from '@boxwood/domain';
import { Badge, Button, EmptyState, IconContainer, IconEject, IconFolderOpen, IconUsb, ProgressBar } from '@boxwood/ui';
import { useCallback } from 'react';
import { ListScreen } from '../../kit/app/list-screen/ListScreen.tsx';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { StorageActions, StorageCard, StorageCards, StorageNote } from '../../kit/app/storage-cards/StorageCards.tsx';
import { LauncherToken, DisksToken } from '../../composition/service-tokens.ts';
import { deviceMessages } from '../../kit/files/device/messages.ts';
import { useDrive } from '../../kit/files/device/use-drive.ts';
import { type FileRoot, rootsFor } from '../../kit/files/file-places.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';

/** Message key of each bus (DISK-02). */
const BUS_MESSAGE_KEYS = {
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
const DEVICES_POLL_INTERVAL_MS = 60_000;

/** Device storage (P-11): devices plugged into the box, their used space, and ejecting them. */
export const App = () => {
  const t = useText(messages);
  const disks = useService(DisksToken);
  const [loaded, reload] = useQuery(
    useCallback(() => disks.volumes(), [disks]),
    { about: 'disks', every: DEVICES_POLL_INTERVAL_MS },
  );
  const devicesOf = (volumes: readonly Partition[]): readonly FileRoot[] =>
    rootsFor('', volumes).filter(({ place }) => place === PLACES.device);
  return (
    <ListScreen
      label={t('toolbar')}
      busy={loaded.at === 'loading'}
      onRefresh={reload}
      total={loaded.at === 'ready' ? t('total', { count: devicesOf(loaded.value).length }) : ''}
    >
      <LoadedContent request={loaded} reload={reload}>
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
      </LoadedContent>
    </ListScreen>
  );
};

const DeviceCard = ({
  root,
  partition,
  onEjected,
}: {
  readonly root: FileRoot;
  readonly partition: Partition;
  readonly onEjected: () => void;
}) => {
  const t = useText(messages);
  const deviceText = useText(deviceMessages);
  const launcher = useService(LauncherToken);
  const device = useDrive(partition);
  const bus = busOf(partition.bus);
  const name = safeDisplayName(root.volume ?? partition.mntdir);
  return (
    <StorageCard
      icon={device.isInContainer ? 'network' : 'usb'}
      name={name}
      description={t(BUS_MESSAGE_KEYS[bus])}
      badge={root.readOnly ? <Badge tone="warning">{t('readOnly')}</Badge> : null}
      problem={device.problem}
    >
      <ProgressBar label={deviceText('used')} value={device.percent} valueText={device.usedText} />
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
        {device.removalMethod === 'eject' ? (
          <Button
            size="sm"
            icon={<IconEject />}
            busy={device.isEjecting}
            aria-label={`${deviceText('eject')} ${name}`}
            onClick={() => {
              device.eject(onEjected);
            }}
          >
            {deviceText('eject')}
          </Button>
        ) : device.removalMethod === 'containers' ? (
          <Button size="sm" icon={<IconContainer />} onClick={device.openContainers}>
            {deviceText('manageContainer')}
          </Button>
        ) : null}
      </StorageActions>
    </StorageCard>
  );
};
