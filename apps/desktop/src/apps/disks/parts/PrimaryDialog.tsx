import { failed } from '@boxwood/command-bus/rules';
import { checkPrimarySize, CONTAINER_SPACE, largestPrimary } from '@boxwood/box-sdk/rules';
import type { PhysicalDisk } from '@boxwood/domain';
import { Button, Slider } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { useIssueText } from '../../../file-kit/texts.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { Confirmed, isConfirmed } from './Confirmed.tsx';
import { DiskFailure } from './DiskFailure.tsx';
import { useDiskName } from './DiskScreen.tsx';
import { isFree } from './levels.ts';

const GB = 1024 ** 3;
const LEAST_GB = CONTAINER_SPACE.bytes / GB;

/** The button that turns an unused disk into a primary one. It gives the reason when the disk is too small. */
export const Primary = ({ disk, reload }: { readonly disk: PhysicalDisk; readonly reload: () => void }) => {
  const t = useText(messages);
  const nameOf = useDiskName();
  const issue = useIssueText();
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  const verdict = checkPrimarySize({ size: LEAST_GB * GB, total: disk.capacity });
  if (!isFree(disk)) return null;
  return (
    <>
      <Button
        size="sm"
        aria-label={t('primaryOf', { name: nameOf(disk) })}
        disabledReason={verdict.ok ? undefined : issue(verdict)}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('makePrimary')}
      </Button>
      {open ? (
        <PrimaryDialog
          shown={disk}
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
  shown,
  onDone,
  onClose,
}: {
  readonly shown: PhysicalDisk;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const { state, run } = useAction();
  const [gb, setGb] = useState(LEAST_GB);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const { dev, capacity } = shown;
  const [asked, reload] = useQuery(useCallback(() => admin.disk(dev), [admin, dev]));
  const disk = asked.at === 'ready' ? asked.value : null;
  const verdict = checkPrimarySize({ size: gb * GB, total: capacity });
  return (
    <FormDialog
      title={t('primaryTitle', { name: nameOf(shown) })}
      description={t('primaryWhy')}
      width={480}
      confirm={t('primaryNow')}
      danger
      verdict={disk !== null && isConfirmed([disk], typed) ? verdict : failed('disk.serialTyped')}
      busy={state.at === 'running'}
      onSubmit={() => {
        if (disk !== null) run(() => admin.makePrimary(disk, gb), onDone);
      }}
      onClose={onClose}
    >
      <Slider
        label={t('primarySize')}
        value={gb}
        min={LEAST_GB}
        max={Math.max(LEAST_GB, Math.floor(largestPrimary(capacity) / GB))}
        valueText={size(gb * GB)}
        onValueChange={setGb}
      />
      <p className={styles.muted}>{t('primaryFree', { size: size(capacity - gb * GB) })}</p>
      <Shown of={asked} reload={reload}>
        {(found) => (found?.plan === undefined ? <p className={styles.wrong}>{t('noPlan')}</p> : null)}
      </Shown>
      <Confirmed disks={disk === null ? [] : [disk]} typed={typed} onTyped={setTyped} />
      <DiskFailure state={state} of="disk" />
    </FormDialog>
  );
};
