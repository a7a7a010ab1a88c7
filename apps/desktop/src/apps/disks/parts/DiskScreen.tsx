import { Badge, EmptyState, IconHardDrive, type Tone } from '@boxwood/ui';
import type { PhysicalDisk } from '@boxwood/domain';
import { type ReactNode, useCallback } from 'react';
import { size } from '../../../app-kit/format.ts';
import type { ListAct } from '../../../app-kit/list-screen/list-act.ts';
import { ListScreen } from '../../../app-kit/list-screen/ListScreen.tsx';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { StorageCard, StorageCards } from '../../../app-kit/storage-cards/StorageCards.tsx';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';

const TONES = { PASSED: 'success', FAILED: 'danger', UNKNOWN: 'neutral' } as const satisfies Record<string, Tone>;
type Health = keyof typeof TONES;
const isHealth = (health: string): health is Health => health in TONES;

/** How often disks are fetched when the box does not push changes, in ms. */
const REFRESH_MS = 60_000;

/** Returns the function that names a disk. */
export const useDiskName = (): ((disk: PhysicalDisk) => string) => {
  const t = useText(messages);
  return ({ model }) => (model === '' ? t('unnamed') : shownName(model));
};

/** Every disk of the box as a card. */
export const DiskScreen = ({
  children,
  acts,
  above,
}: {
  /** Additional content of each card. */
  readonly children: (disk: PhysicalDisk, reload: () => void) => ReactNode;
  /** Toolbar actions of the list. */
  readonly acts?: readonly ListAct[];
  /** Content above the cards. */
  readonly above?: (disks: readonly PhysicalDisk[], reload: () => void) => ReactNode;
}) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const [loaded, reload] = useQuery(
    useCallback(() => admin.physical(), [admin]),
    { about: 'disks', every: REFRESH_MS },
  );
  return (
    <ListScreen
      label={t('toolbar')}
      {...(acts === undefined || loaded.at === 'failed' ? {} : { acts })}
      busy={loaded.at === 'loading'}
      onRefresh={reload}
      total={loaded.at === 'ready' ? t('total', { count: loaded.value.length }) : ''}
    >
      <Shown of={loaded} reload={reload}>
        {(disks) =>
          disks.length === 0 ? (
            <EmptyState icon={<IconHardDrive />} title={t('emptyTitle')} text={t('emptyText')} />
          ) : (
            <div className={styles.screen}>
              {above?.(disks, reload)}
              <StorageCards wide label={t('list')}>
                {disks.map((disk) => {
                  const health = isHealth(disk.health) ? disk.health : 'UNKNOWN';
                  return (
                    <StorageCard
                      key={disk.dev}
                      icon={disk.unplugs === 1 ? 'usb' : 'volume'}
                      name={nameOf(disk)}
                      about={[size(disk.capacity), disk.serial === '' ? t('noSerial') : shownName(disk.serial)]
                        .concat(disk.temp === 0 ? [] : [t('degrees', { n: disk.temp })])
                        .join(' · ')}
                      badge={<Badge tone={TONES[health]}>{t(health)}</Badge>}
                    >
                      {health === 'FAILED' ? (
                        <p role="alert" className={styles.wrong}>
                          {t('failing')}
                        </p>
                      ) : null}
                      {children(disk, reload)}
                    </StorageCard>
                  );
                })}
              </StorageCards>
            </div>
          )
        }
      </Shown>
    </ListScreen>
  );
};
