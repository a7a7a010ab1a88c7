import type { DiskUse } from '@boxwood/box-sdk';
import { DISK_USES } from '@boxwood/box-sdk';
import { isRaidBusy } from '@boxwood/box-sdk/rules';
import { type PhysicalDisk, PLACES } from '@boxwood/domain';
import { Badge, Button, IconEject, IconFolderOpen } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { size } from '../../app-kit/format.ts';
import { LauncherToken, DisksToken } from '../../composition/tokens.ts';
import { deviceWords } from '../../file-kit/device/messages.ts';
import { notEjected } from '../../file-kit/device/use-device.ts';
import { nameAt } from '../../file-kit/places.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useQuery } from '../../react/use-query.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './disks.module.css';
import { messages } from './messages.ts';
import { ArrayCards, BUSY_MS } from './parts/ArrayCards.tsx';
import { ArrayDialog } from './parts/ArrayDialog.tsx';
import { DiskScreen, useDiskName } from './parts/DiskScreen.tsx';
import { InitDialog } from './parts/InitDialog.tsx';
import { LossDialog } from './parts/LossDialog.tsx';
import { Primary } from './parts/PrimaryDialog.tsx';
import { DiskAdminToken } from './services.ts';

export { bind } from './services.ts';

type DiskPart = NonNullable<PhysicalDisk['parts']>[number];

/** A use that this desktop does not know counts as `system`, so the partition is not offered as free. */
const usedAs = ({ use }: DiskPart): DiskUse => DISK_USES.find((each) => each === use) ?? 'system';

/** How often arrays are fetched when the box does not push changes, in ms. */
const REFRESH_MS = 60_000;

/** Disk management (P-23): the arrays of the box, and every disk with its partitions and their use. */
export const App = () => {
  const t = useText(messages);
  const nameOf = useDiskName();
  const admin = useService(DiskAdminToken);
  const [making, setMaking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [arrays, again] = useQuery(
    useCallback(() => admin.arrays(), [admin]),
    { about: 'disks', every: busy ? BUSY_MS : REFRESH_MS },
  );
  const shown = arrays.at === 'ready' ? arrays.value : [];
  const working = shown.some(({ state }) => isRaidBusy(state));
  if (working !== busy) setBusy(working);
  return (
    <DiskScreen
      acts={[
        {
          id: 'array',
          label: t('makeArray'),
          of: 'list',
          primary: true,
          onPress: () => {
            setMaking(true);
          },
        },
      ]}
      above={(disks, reload) => {
        const changed = (): void => {
          setMaking(false);
          reload();
          again();
        };
        return (
          <>
            {shown.length === 0 ? null : <ArrayCards arrays={shown} disks={disks} reload={changed} />}
            {making ? (
              <ArrayDialog
                disks={disks}
                onDone={changed}
                onClose={() => {
                  setMaking(false);
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
            {(disk.parts ?? []).map((part) => (
              <PartRow key={part.dev} part={part} onEjected={reload} />
            ))}
          </ul>
          <Init disk={disk} reload={reload} />
        </>
      )}
    </DiskScreen>
  );
};

const Init = ({ disk, reload }: { readonly disk: PhysicalDisk; readonly reload: () => void }) => {
  const t = useText(messages);
  const nameOf = useDiskName();
  const [open, setOpen] = useState(false);
  const [dying, setDying] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  const used = disk.parts?.every((part) => usedAs(part) === 'free') !== true;
  return (
    <div className={styles.buttons}>
      <Button
        size="sm"
        aria-label={t('lossOf', { name: nameOf(disk) })}
        onClick={() => {
          setDying(true);
        }}
      >
        {t('loss')}
      </Button>
      {dying ? (
        <LossDialog
          disk={disk}
          onClose={() => {
            setDying(false);
          }}
        />
      ) : null}
      <Button
        size="sm"
        aria-label={t('initOf', { name: nameOf(disk) })}
        disabledReason={used ? t('whyUsed') : disk.serial === '' ? t('whyNoSerial') : undefined}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('init')}
      </Button>
      <Primary disk={disk} reload={reload} />
      {open ? (
        <InitDialog
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

const PartRow = ({ part, onEjected }: { readonly part: DiskPart; readonly onEjected: () => void }) => {
  const t = useText(messages);
  const d = useText(deviceWords);
  const system = useService(DisksToken);
  const launcher = useService(LauncherToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const use = usedAs(part);
  const name = shownName(part.label === '' ? nameAt(part.dev) : part.label);
  return (
    <li>
      <div className={styles.words}>
        <span>{name}</span>
        <p className={styles.muted}>{[part.type === '' ? t('nothingOn') : part.type, size(part.size)].join(' · ')}</p>
      </div>
      <Badge tone={use === 'free' ? 'neutral' : 'accent'}>{t(use)}</Badge>
      {use === 'stick' && part.mntdir !== '' ? (
        <div className={styles.buttons}>
          <Button
            size="sm"
            icon={<IconFolderOpen />}
            aria-label={t('open', { name })}
            onClick={() => {
              launcher.open('files', { params: { place: PLACES.device, path: part.mntdir } });
            }}
          >
            {d('open')}
          </Button>
          <Button
            size="sm"
            icon={<IconEject />}
            busy={state.at === 'running'}
            aria-label={`${d('eject')} ${name}`}
            onClick={() => {
              run(() => system.eject(part.mntdir), onEjected);
            }}
          >
            {d('eject')}
          </Button>
        </div>
      ) : null}
      {state.at === 'failed' ? (
        <p role="alert" className={styles.wrong}>
          {failureText(notEjected(state.failure, failureText)).text}
        </p>
      ) : null}
    </li>
  );
};
