import { failed, passed } from '@boxwood/command-bus/rules';
import type { DiskArray, PhysicalDisk } from '@boxwood/domain';
import { RadioGroup } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
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
import { isUnusedDisk } from './raid-levels.ts';

/** Replaces a failed member of an array with an unused disk. */
export const ReplaceMemberDialog = ({
  array,
  name,
  disks,
  onDone,
  onClose,
}: {
  readonly array: DiskArray;
  readonly name: string;
  readonly disks: readonly PhysicalDisk[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const { state, run } = useAction();
  const [dev, setDev] = useState<string | null>(null);
  const [typedSerials, setTypedSerials] = useState<ReadonlyMap<string, string>>(new Map());
  const [candidateDevs] = useState(() => {
    const minBytes = Math.min(...array.members.map((member) => member.size));
    return disks.filter((disk) => isUnusedDisk(disk) && disk.capacity >= minBytes).map((disk) => disk.dev);
  });
  const [plannedDisks, reload] = useQuery(
    useCallback(() => admin.disksWithPlans(candidateDevs), [admin, candidateDevs]),
  );
  const disk = plannedDisks.at === 'ready' ? plannedDisks.value.find((each) => each.dev === dev) : undefined;
  const faultyDev = array.members.find((member) => member.state === 'faulty')?.dev ?? null;
  return (
    <FormDialog
      title={t('replaceTitle', { name })}
      description={t('replaceWhy')}
      width={480}
      confirmLabel={t('replaceNow')}
      danger
      validation={disk !== undefined && areSerialsConfirmed([disk], typedSerials) ? passed : failed('disk.serialTyped')}
      busy={state.at === 'running'}
      onSubmit={() => {
        if (disk !== undefined) run(() => admin.replaceMember(array.dev, faultyDev, disk), onDone);
      }}
      onClose={onClose}
    >
      <LoadedContent request={plannedDisks} reload={reload}>
        {(candidates) =>
          candidates.length === 0 ? (
            <p className={styles.wrong}>{t('noneFit')}</p>
          ) : (
            <RadioGroup
              label={t('chooseDisks')}
              value={dev ?? ''}
              options={candidates.map((each) => ({
                value: each.dev,
                label: `${nameOf(each)} · ${formatSizeText(each.capacity)} · ${each.serial}`,
              }))}
              onValueChange={setDev}
            />
          )
        }
      </LoadedContent>
      <SerialConfirmation
        disks={disk === undefined ? [] : [disk]}
        typedSerials={typedSerials}
        onTypedSerialsChange={setTypedSerials}
      />
      <DiskFailure state={state} subject="array" />
    </FormDialog>
  );
};
