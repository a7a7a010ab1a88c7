import type { PhysicalDisk } from '@boxwood/domain';
import { TextField } from '@boxwood/ui';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { ErasedPartitions } from './EraseDiskDialog.tsx';
import { hasData } from './raid-levels.ts';
import { useDiskName } from './DiskScreen.tsx';

/** Whether the serial number was typed for every disk that has data. */
export const areSerialsConfirmed = (
  disks: readonly PhysicalDisk[],
  typedSerials: ReadonlyMap<string, string>,
): boolean => disks.every((disk) => !hasData(disk) || typedSerials.get(disk.dev)?.trim() === disk.serial);

/** What would be erased, and a field for the serial number of each disk that has data. */
export const SerialConfirmation = ({
  disks,
  typedSerials,
  onTypedSerialsChange,
}: {
  readonly disks: readonly PhysicalDisk[];
  readonly typedSerials: ReadonlyMap<string, string>;
  readonly onTypedSerialsChange: (typedSerials: ReadonlyMap<string, string>) => void;
}) => {
  const t = useText(messages);
  const nameOf = useDiskName();
  return disks.filter(hasData).map((disk) => (
    <div key={disk.dev} className={styles.confirmed}>
      <ErasedPartitions disk={disk} />
      <TextField
        label={t('serialOf', { name: nameOf(disk), serial: safeDisplayName(disk.serial) })}
        value={typedSerials.get(disk.dev) ?? ''}
        onValueChange={(value) => {
          onTypedSerialsChange(new Map([...typedSerials, [disk.dev, value]]));
        }}
        autoComplete="off"
      />
    </div>
  ));
};
