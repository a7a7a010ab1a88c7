import { failed, passed } from '@boxwood/command-bus/rules';
import { checkDiskPassword } from '@boxwood/box-sdk/rules';
import type { PhysicalDisk } from '@boxwood/domain';
import { PasswordField, TextField } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { nameAt } from '../../../file-kit/places.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { DiskFailure } from './DiskFailure.tsx';
import { useDiskName } from './DiskScreen.tsx';

/**
 * Shows what would be erased from a disk and erases exactly that, after the user typed its serial number and their
 * password.
 */
export const InitDialog = ({
  dev,
  onDone,
  onClose,
}: {
  readonly dev: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const { state, run } = useAction();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [asked, reload] = useQuery(useCallback(() => admin.disk(dev), [admin, dev]));
  const disk = asked.at === 'ready' ? asked.value : null;
  const verdict =
    disk?.plan === undefined || typed.trim() !== disk.serial ? failed('disk.serialTyped') : checkDiskPassword(password);
  return (
    <FormDialog
      title={t('erase', { name: disk === null ? '' : nameOf(disk) })}
      description={t('eraseWhy')}
      width={480}
      confirm={t('eraseNow')}
      danger
      verdict={verdict.ok ? passed : verdict}
      busy={state.at === 'running'}
      onSubmit={() => {
        if (disk !== null) run(() => admin.initDisk(disk, typed.trim(), password), onDone);
      }}
      onClose={onClose}
    >
      <Shown of={asked} reload={reload}>
        {(found) =>
          found?.plan === undefined ? <p className={styles.wrong}>{t('noPlan')}</p> : <Erased disk={found} />
        }
      </Shown>
      <TextField label={t('typeSerial')} value={typed} onValueChange={setTyped} autoComplete="off" />
      <PasswordField
        label={t('password')}
        value={password}
        onValueChange={setPassword}
        showLabel={c('showPassword')}
        hideLabelText={c('hidePassword')}
      />
      <DiskFailure state={state} of="disk" />
    </FormDialog>
  );
};

/** The partitions of a disk that would be erased. */
export const Erased = ({ disk }: { readonly disk: PhysicalDisk }) => {
  const t = useText(messages);
  return (
    <>
      <p className={styles.muted}>{t('serialIs', { serial: shownName(disk.serial) })}</p>
      <ul className={styles.parts} aria-label={t('erased')}>
        {(disk.parts ?? []).map((part) => (
          <li key={part.dev}>
            <span className={styles.words}>{shownName(part.label === '' ? nameAt(part.dev) : part.label)}</span>
            <span className={styles.muted}>
              {[part.type === '' ? t('nothingOn') : part.type, size(part.size)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};
