import type { RaidLevel } from '@boxwood/box-sdk';
import { checkDiskPassword, MIN_RAID_MEMBERS } from '@boxwood/box-sdk/rules';
import { failed, type Verdict } from '@boxwood/command-bus/rules';
import type { PhysicalDisk } from '@boxwood/domain';
import { Checkbox, PasswordField, Select } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
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
import { isUnusedDisk, LEVELS, arrayCapacity, useLevelText } from './raid-levels.ts';

/** Creates an array from unused disks. Shows its level, its disks and what is erased. */
export const CreateArrayDialog = ({
  disks,
  onDone,
  onClose,
}: {
  readonly disks: readonly PhysicalDisk[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const levelText = useLevelText();
  const { state, run } = useAction();
  const [level, setLevel] = useState<RaidLevel>('1');
  const [devs, setDevs] = useState<ReadonlySet<string>>(new Set());
  const [typedSerials, setTypedSerials] = useState<ReadonlyMap<string, string>>(new Map());
  const [password, setPassword] = useState('');
  const [freeDevs] = useState(() => disks.filter(isUnusedDisk).map(({ dev }) => dev));
  const [plannedDisks, reload] = useQuery(useCallback(() => admin.disksWithPlans(freeDevs), [admin, freeDevs]));
  const chosen = plannedDisks.at === 'ready' ? plannedDisks.value.filter(({ dev }) => devs.has(dev)) : [];
  const minDisks = MIN_RAID_MEMBERS[level];
  const validate = (): Verdict => {
    if (chosen.length < minDisks) return failed('disk.raidMembers', { min: minDisks });
    return areSerialsConfirmed(chosen, typedSerials) ? checkDiskPassword(password) : failed('disk.serialTyped');
  };
  return (
    <FormDialog
      title={t('newArray')}
      description={t('newArrayWhy')}
      width={520}
      confirmLabel={t('makeNow')}
      danger
      validation={validate()}
      busy={state.at === 'running'}
      input={[level, [...devs].toSorted(), [...typedSerials.values()], password]}
      onSubmit={() => {
        run(() => admin.createArray(level, chosen, password), onDone);
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
      <LoadedContent request={plannedDisks} reload={reload}>
        {(candidates) =>
          candidates.length < 2 ? (
            <p className={styles.wrong}>{t('noneFree')}</p>
          ) : (
            <div role="group" aria-label={t('chooseDisks')} className={styles.parts}>
              {candidates.map((disk) => (
                <Checkbox
                  key={disk.dev}
                  label={nameOf(disk)}
                  hint={`${formatSizeText(disk.capacity)} · ${disk.serial}`}
                  checked={devs.has(disk.dev)}
                  onCheckedChange={(checked) => {
                    setDevs(new Set([...devs, disk.dev].filter((dev) => checked || dev !== disk.dev)));
                  }}
                />
              ))}
            </div>
          )
        }
      </LoadedContent>
      {chosen.length < minDisks ? null : (
        <p className={styles.muted}>{t('room', { size: formatSizeText(arrayCapacity(level, chosen)) })}</p>
      )}
      <SerialConfirmation disks={chosen} typedSerials={typedSerials} onTypedSerialsChange={setTypedSerials} />
      <PasswordField
        label={t('password')}
        value={password}
        onValueChange={setPassword}
        showPasswordLabel={c('showPassword')}
        hidePasswordLabel={c('hidePassword')}
      />
      <DiskFailure state={state} subject="array" />
    </FormDialog>
  );
};
