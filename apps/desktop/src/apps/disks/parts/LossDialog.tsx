import type { PhysicalDisk } from '@boxwood/domain';
import { Button, Dialog } from '@boxwood/ui';
import { useCallback } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { mountWord } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { nameAt } from '../../../file-kit/places.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { useDiskName } from './DiskScreen.tsx';

type Loss = NonNullable<PhysicalDisk['loss']>;

/** Shows what would be lost and what would remain if a disk failed now. */
export const LossDialog = ({ disk, onClose }: { readonly disk: PhysicalDisk; readonly onClose: () => void }) => {
  const t = useText(messages);
  const c = useText(common);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const [asked, reload] = useQuery(useCallback(() => admin.disk(disk.dev), [admin, disk.dev]));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('lossTitle', { name: nameOf(disk) })}
      width={480}
      closeLabel={c('close')}
      footer={<Button onClick={onClose}>{c('close')}</Button>}
    >
      <Shown of={asked} reload={reload}>
        {(found) => (found?.loss === undefined ? <p>{t('lossUnsaid')}</p> : <Said loss={found.loss} />)}
      </Shown>
    </Dialog>
  );
};

const Said = ({ loss: { lost, kept } }: { readonly loss: Loss }) => {
  const t = useText(messages);
  const w = useText(fileWords);
  const volume = (path: string): string => shownName(mountWord(nameAt(path), w));
  const listed = (names: readonly string[]): string => names.map((name) => shownName(name)).join(', ');
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
                  <span>{volume(mntdir)}</span>
                  {people.length === 0 ? null : (
                    <p className={styles.muted}>{t('lossPeople', { names: listed(people) })}</p>
                  )}
                  {shared === 1 ? <p className={styles.muted}>{t('lossShared')}</p> : null}
                  {albums.length === 0 ? null : (
                    <p className={styles.muted}>{t('lossAlbums', { names: listed(albums) })}</p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.muted}>
        {kept.length === 0 ? t('lossAll') : t('lossKept', { names: kept.map(volume).join(', ') })}
      </p>
      {lost.length === 0 ? null : <p className={styles.muted}>{t('lossAdvice')}</p>}
    </>
  );
};
