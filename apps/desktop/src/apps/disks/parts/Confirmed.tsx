import type { PhysicalDisk } from '@boxwood/domain';
import { TextField } from '@boxwood/ui';
import { shownName } from '../../../i18n/shown-name.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { Erased } from './InitDialog.tsx';
import { hasSomething } from './levels.ts';
import { useDiskName } from './DiskScreen.tsx';

/** Whether the serial number was typed for every disk that has data. */
export const isConfirmed = (disks: readonly PhysicalDisk[], typed: ReadonlyMap<string, string>): boolean =>
  disks.every((disk) => !hasSomething(disk) || typed.get(disk.dev)?.trim() === disk.serial);

/** What would be erased, and a field for the serial number of each disk that has data. */
export const Confirmed = ({
  disks,
  typed,
  onTyped,
}: {
  readonly disks: readonly PhysicalDisk[];
  readonly typed: ReadonlyMap<string, string>;
  readonly onTyped: (typed: ReadonlyMap<string, string>) => void;
}) => {
  const t = useText(messages);
  const nameOf = useDiskName();
  return disks.filter(hasSomething).map((disk) => (
    <div key={disk.dev} className={styles.confirmed}>
      <Erased disk={disk} />
      <TextField
        label={t('serialOf', { name: nameOf(disk), serial: shownName(disk.serial) })}
        value={typed.get(disk.dev) ?? ''}
        onValueChange={(value) => {
          onTyped(new Map([...typed, [disk.dev, value]]));
        }}
        autoComplete="off"
      />
    </div>
  ));
};
