import { failed } from '@boxwood/command-bus/rules';
import { checkPrimarySize, CONTAINER_SPACE, maxPrimaryBytes } from '@boxwood/box-sdk/rules';
import type { PhysicalDisk } from '@boxwood/domain';
import { Button, Slider } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
import { useIssueText } from '../../../kit/files/use-issue-text.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { SerialConfirmation, areSerialsConfirmed } from './SerialConfirmation.tsx';
import { DiskFailure } from './DiskFailure.tsx';
import { useDiskName } from './DiskScreen.tsx';
import { isUnusedDisk } from './raid-levels.ts';

const BYTES_PER_GB = 1024 ** 3;
const MIN_PRIMARY_SIZE_GB = CONTAINER_SPACE.bytes / BYTES_PER_GB;

/** The button that turns an unused disk into a primary one. It gives the reason when the disk is too small. */
export const MakePrimaryButton = ({ disk, reload }: { readonly disk: PhysicalDisk; readonly reload: () => void }) => {
  const t = useText(messages);
  const nameOf = useDiskName();
  const issueText = useIssueText();
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  const verdict = checkPrimarySize({ size: MIN_PRIMARY_SIZE_GB * BYTES_PER_GB, total: disk.capacity });
  if (!isUnusedDisk(disk)) return null;
  return (
    <>
      <Button
        size="sm"
        aria-label={t('primaryOf', { name: nameOf(disk) })}
        disabledReason={verdict.ok ? undefined : issueText(verdict)}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('makePrimary')}
      </Button>
      {open ? (
        <PrimaryDialog
          listedDisk={disk}
          onDone={() => {
            close();
            reload();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
};

/** Chooses the size of a primary volume, at least 10 GB; a fifth of the disk stays free (P-23). */
const PrimaryDialog = ({
  listedDisk,
  onDone,
  onClose,
}: {
  readonly listedDisk: PhysicalDisk;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const { state, run } = useAction();
  const [sizeGb, setSizeGb] = useState(MIN_PRIMARY_SIZE_GB);
  const [typedSerials, setTypedSerials] = useState<ReadonlyMap<string, string>>(new Map());
  const { dev, capacity } = listedDisk;
  const [plannedDisk, reload] = useQuery(useCallback(() => admin.disk(dev), [admin, dev]));
  const disk = plannedDisk.at === 'ready' ? plannedDisk.value : null;
  const verdict = checkPrimarySize({ size: sizeGb * BYTES_PER_GB, total: capacity });
  return (
    <FormDialog
      title={t('primaryTitle', { name: nameOf(listedDisk) })}
      description={t('primaryWhy')}
      width={480}
      confirmLabel={t('primaryNow')}
      danger
      validation={disk !== null && areSerialsConfirmed([disk], typedSerials) ? verdict : failed('disk.serialTyped')}
      busy={state.at === 'running'}
      onSubmit={() => {
        if (disk !== null) run(() => admin.createPrimaryVolume(disk, sizeGb), onDone);
      }}
      onClose={onClose}
    >
      <Slider
        label={t('primarySize')}
        value={sizeGb}
        min={MIN_PRIMARY_SIZE_GB}
        max={Math.max(MIN_PRIMARY_SIZE_GB, Math.floor(maxPrimaryBytes(capacity) / BYTES_PER_GB))}
        valueText={formatSizeText(sizeGb * BYTES_PER_GB)}
        onValueChange={setSizeGb}
      />
      <p className={styles.muted}>{t('primaryFree', { size: formatSizeText(capacity - sizeGb * BYTES_PER_GB) })}</p>
      <LoadedContent request={plannedDisk} reload={reload}>
        {(loadedDisk) => (loadedDisk?.plan === undefined ? <p className={styles.wrong}>{t('noPlan')}</p> : null)}
      </LoadedContent>
      <SerialConfirmation
        disks={disk === null ? [] : [disk]}
        typedSerials={typedSerials}
        onTypedSerialsChange={setTypedSerials}
      />
      <DiskFailure state={state} subject="disk" />
    </FormDialog>
  );
};
