import { failed, passed } from '@boxwood/command-bus/rules';
import { checkDiskPassword } from '@boxwood/box-sdk/rules';
import type { PhysicalDisk } from '@boxwood/domain';
import { PasswordField, TextField } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
import { nameAt } from '../../../kit/files/file-places.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { DiskFailure } from './DiskFailure.tsx';
import { useDiskName } from './DiskScreen.tsx';

/**
 * Shows what would be erased from a disk and erases exactly that, after the user typed its serial number and their
 * password.
 */
export const EraseDiskDialog = ({
  dev,
  onDone,
  onClose,
}: {
  readonly dev: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const { state, run } = useAction();
  const [typedSerial, setTypedSerial] = useState('');
  const [password, setPassword] = useState('');
  const [plannedDisk, reload] = useQuery(useCallback(() => admin.disk(dev), [admin, dev]));
  const disk = plannedDisk.at === 'ready' ? plannedDisk.value : null;
  const verdict =
    disk?.plan === undefined || typedSerial.trim() !== disk.serial
      ? failed('disk.serialTyped')
      : checkDiskPassword(password);
  return (
    <FormDialog
      title={t('erase', { name: disk === null ? '' : nameOf(disk) })}
      description={t('eraseWhy')}
      width={480}
      confirmLabel={t('eraseNow')}
      danger
      validation={verdict.ok ? passed : verdict}
      busy={state.at === 'running'}
      onSubmit={() => {
        if (disk !== null) run(() => admin.initDisk(disk, typedSerial.trim(), password), onDone);
      }}
      onClose={onClose}
    >
      <LoadedContent request={plannedDisk} reload={reload}>
        {(loadedDisk) =>
          loadedDisk?.plan === undefined ? (
            <p className={styles.wrong}>{t('noPlan')}</p>
          ) : (
            <ErasedPartitions disk={loadedDisk} />
          )
        }
      </LoadedContent>
      <TextField label={t('typeSerial')} value={typedSerial} onValueChange={setTypedSerial} autoComplete="off" />
      <PasswordField
        label={t('password')}
        value={password}
        onValueChange={setPassword}
        showPasswordLabel={c('showPassword')}
        hidePasswordLabel={c('hidePassword')}
      />
      <DiskFailure state={state} subject="disk" />
    </FormDialog>
  );
};

/** The partitions of a disk that would be erased. */
export const ErasedPartitions = ({ disk }: { readonly disk: PhysicalDisk }) => {
  const t = useText(messages);
  return (
    <>
      <p className={styles.muted}>{t('serialIs', { serial: safeDisplayName(disk.serial) })}</p>
      <ul className={styles.parts} aria-label={t('erased')}>
        {(disk.parts ?? []).map((partition) => (
          <li key={partition.dev}>
            <span className={styles.words}>
              {safeDisplayName(partition.label === '' ? nameAt(partition.dev) : partition.label)}
            </span>
            <span className={styles.muted}>
              {[partition.type === '' ? t('nothingOn') : partition.type, formatSizeText(partition.size)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};
