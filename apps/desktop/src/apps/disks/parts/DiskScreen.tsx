import { Badge, EmptyState, IconHardDrive, type Tone } from '@boxwood/ui';
import type { PhysicalDisk } from '@boxwood/domain';
import { type ReactNode, useCallback } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import type { ListAction } from '../../../kit/app/list-screen/list-action.ts';
import { ListScreen } from '../../../kit/app/list-screen/ListScreen.tsx';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { StorageCard, StorageCards } from '../../../kit/app/storage-cards/StorageCards.tsx';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';

const TONES = { PASSED: 'success', FAILED: 'danger', UNKNOWN: 'neutral' } as const satisfies Record<string, Tone>;
type DiskHealth = keyof typeof TONES;
const isHealth = (health: string): health is DiskHealth => health in TONES;

/** How often disks are fetched when the box does not push changes, in ms. */
const DISKS_POLL_INTERVAL_MS = 60_000;

/** Returns the function that names a disk. */
export const useDiskName = (): ((disk: PhysicalDisk) => string) => {
  const t = useText(messages);
  return ({ model }) => (model === '' ? t('unnamed') : safeDisplayName(model));
};

/** Every disk of the box as a card. */
export const DiskScreen = ({
  children,
  actions,
  above,
}: {
  /** Additional content of each card. */
  readonly children: (disk: PhysicalDisk, reload: () => void) => ReactNode;
  /** Toolbar actions of the list. */
  readonly actions?: readonly ListAction[];
  /** Content above the cards. */
  readonly above?: (disks: readonly PhysicalDisk[], reload: () => void) => ReactNode;
}) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const nameOf = useDiskName();
  const [loaded, reload] = useQuery(
    useCallback(() => admin.physicalDisks(), [admin]),
    { about: 'disks', every: DISKS_POLL_INTERVAL_MS },
  );
  return (
    <ListScreen
      label={t('toolbar')}
      {...(actions === undefined || loaded.at === 'failed' ? {} : { actions })}
      busy={loaded.at === 'loading'}
      onRefresh={reload}
      total={loaded.at === 'ready' ? t('total', { count: loaded.value.length }) : ''}
    >
      <LoadedContent request={loaded} reload={reload}>
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
                      description={[
                        formatSizeText(disk.capacity),
                        disk.serial === '' ? t('noSerial') : safeDisplayName(disk.serial),
                      ]
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
      </LoadedContent>
    </ListScreen>
  );
};
