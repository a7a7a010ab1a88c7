import { failed, passed } from '@boxwood/command-bus/rules';
import type { DiskArray, PhysicalDisk } from '@boxwood/domain';
import { RadioGroup } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
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
import { isFree } from './levels.ts';

/** Replaces a failed member of an array with an unused disk. */
export const ReplaceDialog = ({
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
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [fitting] = useState(() => {
    const least = Math.min(...array.members.map((member) => member.size));
    return disks.filter((disk) => isFree(disk) && disk.capacity >= least).map((disk) => disk.dev);
  });
  const [asked, reload] = useQuery(useCallback(() => admin.plans(fitting), [admin, fitting]));
  const disk = asked.at === 'ready' ? asked.value.find((each) => each.dev === dev) : undefined;
  const faulty = array.members.find((member) => member.state === 'faulty')?.dev ?? null;
  return (
    <FormDialog
      title={t('replaceTitle', { name })}
      description={t('replaceWhy')}
      width={480}
      confirm={t('replaceNow')}
      danger
      verdict={disk !== undefined && isConfirmed([disk], typed) ? passed : failed('disk.serialTyped')}
      busy={state.at === 'running'}
      onSubmit={() => {
        if (disk !== undefined) run(() => admin.replaceMember(array.dev, faulty, disk), onDone);
      }}
      onClose={onClose}
    >
      <Shown of={asked} reload={reload}>
        {(found) =>
          found.length === 0 ? (
            <p className={styles.wrong}>{t('noneFit')}</p>
          ) : (
            <RadioGroup
              label={t('chooseDisks')}
              value={dev ?? ''}
              options={found.map((each) => ({
                value: each.dev,
                label: `${nameOf(each)} · ${size(each.capacity)} · ${each.serial}`,
              }))}
              onValueChange={setDev}
            />
          )
        }
      </Shown>
      <Confirmed disks={disk === undefined ? [] : [disk]} typed={typed} onTyped={setTyped} />
      <DiskFailure state={state} of="array" />
    </FormDialog>
  );
};
