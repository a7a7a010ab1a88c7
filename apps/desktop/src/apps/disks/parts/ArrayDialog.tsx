import type { RaidLevel } from '@boxwood/box-sdk';
import { checkDiskPassword, RAID_MINIMUM } from '@boxwood/box-sdk/rules';
import { failed, type Verdict } from '@boxwood/command-bus/rules';
import type { PhysicalDisk } from '@boxwood/domain';
import { Checkbox, PasswordField, Select } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
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
import { isFree, LEVELS, roomOf, useLevelText } from './levels.ts';

/** Creates an array from unused disks. Shows its level, its disks and what is erased. */
export const ArrayDialog = ({
  disks,
  onDone,
  onClose,
}: {
  readonly disks: readonly PhysicalDisk[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const levelText = useLevelText();
  const { state, run } = useAction();
  const [level, setLevel] = useState<RaidLevel>('1');
  const [devs, setDevs] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [password, setPassword] = useState('');
  const [free] = useState(() => disks.filter(isFree).map(({ dev }) => dev));
  const [asked, reload] = useQuery(useCallback(() => admin.plans(free), [admin, free]));
  const chosen = asked.at === 'ready' ? asked.value.filter(({ dev }) => devs.has(dev)) : [];
  const min = RAID_MINIMUM[level];
  const verdict = (): Verdict => {
    if (chosen.length < min) return failed('disk.raidMembers', { min });
    return isConfirmed(chosen, typed) ? checkDiskPassword(password) : failed('disk.serialTyped');
  };
  return (
    <FormDialog
      title={t('newArray')}
      description={t('newArrayWhy')}
      width={520}
      confirm={t('makeNow')}
      danger
      verdict={verdict()}
      busy={state.at === 'running'}
      typed={[level, [...devs].toSorted(), [...typed.values()], password]}
      onSubmit={() => {
        run(() => admin.makeArray(level, chosen, password), onDone);
      }}
      onClose={onClose}
    >
      <Select
        label={t('level')}
        value={level}
        options={LEVELS.map((value) => ({ value, label: levelText(value) }))}
        onValueChange={setLevel}
        hint={t(`gives${level}`)}
      />
      <Shown of={asked} reload={reload}>
        {(found) =>
          found.length < 2 ? (
            <p className={styles.wrong}>{t('noneFree')}</p>
          ) : (
            <div role="group" aria-label={t('chooseDisks')} className={styles.parts}>
              {found.map((disk) => (
                <Checkbox
                  key={disk.dev}
                  label={nameOf(disk)}
                  hint={`${size(disk.capacity)} · ${disk.serial}`}
                  checked={devs.has(disk.dev)}
                  onCheckedChange={(checked) => {
                    setDevs(new Set([...devs, disk.dev].filter((dev) => checked || dev !== disk.dev)));
                  }}
                />
              ))}
            </div>
          )
        }
      </Shown>
      {chosen.length < min ? null : <p className={styles.muted}>{t('room', { size: size(roomOf(level, chosen)) })}</p>}
      <Confirmed disks={chosen} typed={typed} onTyped={setTyped} />
      <PasswordField
        label={t('password')}
        value={password}
        onValueChange={setPassword}
        showLabel={c('showPassword')}
        hideLabelText={c('hidePassword')}
      />
      <DiskFailure state={state} of="array" />
    </FormDialog>
  );
};
