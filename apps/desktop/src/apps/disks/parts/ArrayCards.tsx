import { isRaidBusy, raidStateOf } from '@boxwood/box-sdk/rules';
import { type DiskArray, type PhysicalDisk, TIMERS } from '@boxwood/domain';
import { Badge, Button, ProgressBar, type Tone } from '@boxwood/ui';
import { useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { StorageCard, StorageCards } from '../../../kit/app/storage-cards/StorageCards.tsx';
import { useShortTime } from '../../../kit/app/use-relative-time.ts';
import { nameAt } from '../../../kit/files/file-places.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { AdoptArray } from './AdoptArray.tsx';
import { ReplaceMemberDialog } from './ReplaceMemberDialog.tsx';
import { useLevelText } from './raid-levels.ts';

/** Poll interval while an array is syncing or working (P-23). */
export const BUSY_POLL_INTERVAL_MS = TIMERS.status;

const TONES = {
  active: 'success',
  abnormal: 'danger',
  recovering: 'warning',
  degraded: 'danger',
  syncing: 'accent',
  working: 'accent',
} as const satisfies Record<ReturnType<typeof raidStateOf>, Tone>;

/** Message key of a member's state. An unknown state of a newer box reads as "left the array". */
const memberStateMessageKey = (state: string) => {
  switch (state) {
    case 'active':
      return 'memberActive';
    case 'spare':
      return 'memberSpare';
    case 'faulty':
      return 'memberFaulty';
    case 'syncing':
      return 'memberSyncing';
    default:
      return 'memberLeft';
  }
};

/** The model of a disk, or its device name when the model is unknown or the disk is missing. */
const diskNameOf = (disks: readonly PhysicalDisk[], dev: string): string => {
  const model = disks.find((disk) => disk.dev === dev)?.model ?? '';
  return model === '' ? nameAt(dev) : model;
};

/** Message key for the result of a consistency check. btrfs repairs what it can. */
const checkResultMessageKey = ({ level, mismatches = 0 }: DiskArray) => {
  if (mismatches === 0) return 'checkedSame';
  return level === 'btrfs' ? 'checkedMended' : 'checkedOdd';
};

/** A card for every array of the box: state, members and progress. */
export const ArrayCards = ({
  arrays,
  disks,
  reload,
}: {
  readonly arrays: readonly DiskArray[];
  readonly disks: readonly PhysicalDisk[];
  readonly reload: () => void;
}) => {
  const t = useText(messages);
  return (
    <StorageCards wide label={t('arrays')}>
      {arrays.map((array) => (
        <ArrayCard key={array.uuid} array={array} disks={disks} reload={reload} />
      ))}
    </StorageCards>
  );
};

const ArrayCard = ({
  array,
  disks,
  reload,
}: {
  readonly array: DiskArray;
  readonly disks: readonly PhysicalDisk[];
  readonly reload: () => void;
}) => {
  const t = useText(messages);
  const levelText = useLevelText();
  const formatTime = useShortTime();
  const [open, setOpen] = useState(false);
  const state = raidStateOf(array.state);
  const name = `${levelText(array.level)} ${nameAt(array.dev)}`;
  const close = (): void => {
    setOpen(false);
  };
  return (
    <StorageCard
      icon="volume"
      name={name}
      description={formatSizeText(array.size)}
      badge={<Badge tone={TONES[state]}>{t(state)}</Badge>}
    >
      {state === 'degraded' ? (
        <p role="alert" className={styles.wrong}>
          {t('arrayFailing')}
        </p>
      ) : null}
      {array.checked === undefined || isRaidBusy(state) ? null : (
        <p className={(array.mismatches ?? 0) > 0 ? styles.wrong : styles.muted}>
          {t(checkResultMessageKey(array), { time: formatTime(array.checked) })}
        </p>
      )}
      {isRaidBusy(state) ? (
        <ProgressBar label={t(state)} value={array.progress} valueText={t('percent', { n: array.progress })} />
      ) : null}
      <ul className={styles.parts} aria-label={t('members', { name })}>
        {array.members.map((member) => (
          <li key={member.dev}>
            <span className={styles.words}>{safeDisplayName(diskNameOf(disks, member.dev))}</span>
            <Badge tone={member.state === 'faulty' ? 'danger' : 'neutral'}>
              {t(memberStateMessageKey(member.state))}
            </Badge>
          </li>
        ))}
      </ul>
      {state === 'degraded' ? (
        <div className={styles.buttons}>
          <Button
            size="sm"
            variant="primary"
            onClick={() => {
              setOpen(true);
            }}
          >
            {t('replace')}
          </Button>
        </div>
      ) : null}
      <AdoptArray array={array} name={name} reload={reload} />
      {open ? (
        <ReplaceMemberDialog
          array={array}
          name={name}
          disks={disks}
          onDone={() => {
            close();
            reload();
          }}
          onClose={close}
        />
      ) : null}
    </StorageCard>
  );
};
