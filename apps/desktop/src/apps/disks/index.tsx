import type { DiskUse } from '@boxwood/box-sdk';
import { DISK_USES } from '@boxwood/box-sdk';
import { isRaidBusy } from '@boxwood/box-sdk/rules';
import { type PhysicalDisk, PLACES } from '@boxwood/domain';
import { Badge, Button, IconEject, IconFolderOpen } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../kit/app/format-units.ts';
import { LauncherToken, DisksToken } from '../../composition/service-tokens.ts';
import { deviceMessages } from '../../kit/files/device/messages.ts';
import { ejectFailure } from '../../kit/files/device/use-drive.ts';
import { nameAt } from '../../kit/files/file-places.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import styles from './disks.module.css';
import { messages } from './messages.ts';
import { ArrayCards, BUSY_POLL_INTERVAL_MS } from './parts/ArrayCards.tsx';
import { CreateArrayDialog } from './parts/CreateArrayDialog.tsx';
import { DiskScreen, useDiskName } from './parts/DiskScreen.tsx';
import { EraseDiskDialog } from './parts/EraseDiskDialog.tsx';
import { LossDialog } from './parts/LossDialog.tsx';
import { MakePrimaryButton } from './parts/PrimaryDialog.tsx';
import { DiskAdminToken } from './services.ts';

export { bind } from './services.ts';

type DiskPartition = NonNullable<PhysicalDisk['parts']>[number];

/** A use that this desktop does not know counts as `system`, so the partition is not offered as free. */
const getDiskUse = ({ use }: DiskPartition): DiskUse => DISK_USES.find((each) => each === use) ?? 'system';

/** How often arrays are fetched when the box does not push changes, in ms. */
const ARRAYS_POLL_INTERVAL_MS = 60_000;

/** Disk management (P-23): the arrays of the box, and every disk with its partitions and their use. */
export const App = () => {
  const t = useText(messages);
  const nameOf = useDiskName();
  const admin = useService(DiskAdminToken);
  const [isArrayDialogOpen, setArrayDialogOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [arrays, reloadArrays] = useQuery(
    useCallback(() => admin.arrays(), [admin]),
    { about: 'disks', every: isBusy ? BUSY_POLL_INTERVAL_MS : ARRAYS_POLL_INTERVAL_MS },
  );
  const loadedArrays = arrays.at === 'ready' ? arrays.value : [];
  const isAnyArrayBusy = loadedArrays.some(({ state }) => isRaidBusy(state));
  if (isAnyArrayBusy !== isBusy) setIsBusy(isAnyArrayBusy);
  return (
    <DiskScreen
      actions={[
        {
          id: 'array',
          label: t('makeArray'),
          appliesTo: 'list',
          primary: true,
          onPress: () => {
            setArrayDialogOpen(true);
          },
        },
      ]}
      above={(disks, reload) => {
        const reloadAll = (): void => {
          setArrayDialogOpen(false);
          reload();
          reloadArrays();
        };
        return (
          <>
            {loadedArrays.length === 0 ? null : <ArrayCards arrays={loadedArrays} disks={disks} reload={reloadAll} />}
            {isArrayDialogOpen ? (
              <CreateArrayDialog
                disks={disks}
                onDone={reloadAll}
                onClose={() => {
                  setArrayDialogOpen(false);
                }}
              />
            ) : null}
          </>
        );
      }}
    >
      {(disk, reload) => (
        <>
          <ul className={styles.parts} aria-label={t('parts', { name: nameOf(disk) })}>
            {(disk.parts ?? []).map((partition) => (
              <PartitionRow key={partition.dev} partition={partition} onEjected={reload} />
            ))}
          </ul>
          <DiskButtons disk={disk} reload={reload} />
        </>
      )}
    </DiskScreen>
  );
};

const DiskButtons = ({ disk, reload }: { readonly disk: PhysicalDisk; readonly reload: () => void }) => {
  const t = useText(messages);
  const nameOf = useDiskName();
  const [open, setOpen] = useState(false);
  const [isLossOpen, setLossOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  const isUsed = disk.parts?.every((partition) => getDiskUse(partition) === 'free') !== true;
  return (
    <div className={styles.buttons}>
      <Button
        size="sm"
        aria-label={t('lossOf', { name: nameOf(disk) })}
        onClick={() => {
          setLossOpen(true);
        }}
      >
        {t('loss')}
      </Button>
      {isLossOpen ? (
        <LossDialog
          disk={disk}
          onClose={() => {
            setLossOpen(false);
          }}
        />
      ) : null}
      <Button
        size="sm"
        aria-label={t('initOf', { name: nameOf(disk) })}
        disabledReason={isUsed ? t('whyUsed') : disk.serial === '' ? t('whyNoSerial') : undefined}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('init')}
      </Button>
      <MakePrimaryButton disk={disk} reload={reload} />
      {open ? (
        <EraseDiskDialog
          dev={disk.dev}
          onDone={() => {
            close();
            reload();
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
};

const PartitionRow = ({
  partition,
  onEjected,
}: {
  readonly partition: DiskPartition;
  readonly onEjected: () => void;
}) => {
  const t = useText(messages);
  const deviceText = useText(deviceMessages);
  const system = useService(DisksToken);
  const launcher = useService(LauncherToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const use = getDiskUse(partition);
  const name = safeDisplayName(partition.label === '' ? nameAt(partition.dev) : partition.label);
  return (
    <li>
      <div className={styles.words}>
        <span>{name}</span>
        <p className={styles.muted}>
          {[partition.type === '' ? t('nothingOn') : partition.type, formatSizeText(partition.size)].join(' · ')}
        </p>
      </div>
      <Badge tone={use === 'free' ? 'neutral' : 'accent'}>{t(use)}</Badge>
      {use === 'stick' && partition.mntdir !== '' ? (
        <div className={styles.buttons}>
          <Button
            size="sm"
            icon={<IconFolderOpen />}
            aria-label={t('open', { name })}
            onClick={() => {
              launcher.open('files', { params: { place: PLACES.device, path: partition.mntdir } });
            }}
          >
            {deviceText('open')}
          </Button>
          <Button
            size="sm"
            icon={<IconEject />}
            busy={state.at === 'running'}
            aria-label={`${deviceText('eject')} ${name}`}
            onClick={() => {
              run(() => system.eject(partition.mntdir), onEjected);
            }}
          >
            {deviceText('eject')}
          </Button>
        </div>
      ) : null}
      {state.at === 'failed' ? (
        <p role="alert" className={styles.wrong}>
          {failureText(ejectFailure(state.failure, failureText)).text}
        </p>
      ) : null}
    </li>
  );
};
