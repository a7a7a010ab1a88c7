import { Button } from '@boxwood/ui';
import { useState } from 'react';
import { useText } from '../../platform/react/use-text.ts';
import styles from './disks.module.css';
import { messages } from './messages.ts';
import { DiskScreen, useDiskName } from './parts/DiskScreen.tsx';
import { HealthDialog } from './parts/HealthDialog.tsx';

export { bind } from './services.ts';

/** Disk health check (P-03): health, attributes and self-tests of every disk. */
export const App = () => {
  const t = useText(messages);
  const nameOf = useDiskName();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <DiskScreen>
      {(disk) => (
        <div className={styles.buttons}>
          <Button
            size="sm"
            aria-label={t('detailsOf', { name: nameOf(disk) })}
            onClick={() => {
              setOpen(disk.dev);
            }}
          >
            {t('details')}
          </Button>
          {open === disk.dev ? (
            <HealthDialog
              disk={disk}
              onClose={() => {
                setOpen(null);
              }}
            />
          ) : null}
        </div>
      )}
    </DiskScreen>
  );
};
