import type { PhysicalDisk } from '@boxwood/domain';
import { Button, Dialog } from '@boxwood/ui';
import { useCallback } from 'react';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { mountLabel } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { nameAt } from '../../../kit/files/file-places.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { useDiskName } from './DiskScreen.tsx';

type DiskLoss = NonNullable<PhysicalDisk['loss']>;

/** Shows what would be lost and what would remain if a disk failed now. */
export const LossDialog = ({ disk, onClose }: { readonly disk: PhysicalDisk; readonly onClose: () => void }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const [loaded, reload] = useQuery(useCallback(() => admin.disk(disk.dev), [admin, disk.dev]));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('lossTitle', { name: nameOf(disk) })}
      width={480}
      closeLabel={c('close')}
      footer={<Button onClick={onClose}>{c('close')}</Button>}
    >
      <LoadedContent request={loaded} reload={reload}>
        {(loadedDisk) =>
          loadedDisk?.loss === undefined ? <p>{t('lossUnsaid')}</p> : <LossSummary loss={loadedDisk.loss} />
        }
      </LoadedContent>
    </Dialog>
  );
};

const LossSummary = ({ loss: { lost, kept: remaining } }: { readonly loss: DiskLoss }) => {
  const t = useText(messages);
  const fileText = useText(fileMessages);
  const volumeNameOf = (path: string): string => safeDisplayName(mountLabel(nameAt(path), fileText));
  const joinNames = (names: readonly string[]): string => names.map((name) => safeDisplayName(name)).join(', ');
  return (
    <>
      {lost.length === 0 ? (
        <p>{t('lossNone')}</p>
      ) : (
        <>
          <p className={styles.wrong}>{t('lossLost')}</p>
          <ul className={styles.parts} aria-label={t('lossLost')}>
            {lost.map(({ mntdir, people, shared, albums }) => (
              <li key={mntdir}>
                <div className={styles.words}>
                  <span>{volumeNameOf(mntdir)}</span>
                  {people.length === 0 ? null : (
                    <p className={styles.muted}>{t('lossPeople', { names: joinNames(people) })}</p>
                  )}
                  {shared === 1 ? <p className={styles.muted}>{t('lossShared')}</p> : null}
                  {albums.length === 0 ? null : (
                    <p className={styles.muted}>{t('lossAlbums', { names: joinNames(albums) })}</p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.muted}>
        {remaining.length === 0 ? t('lossAll') : t('lossKept', { names: remaining.map(volumeNameOf).join(', ') })}
      </p>
      {lost.length === 0 ? null : <p className={styles.muted}>{t('lossAdvice')}</p>}
    </>
  );
};
