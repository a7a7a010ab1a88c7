import type { OwnShare } from '@boxwood/domain';
import { Badge, type DataListColumn, PhoneRow, IconButton, IconCheck, IconCopy, IconLink } from '@boxwood/ui';
import { useMemo, useState } from 'react';
import { dateTime } from '../../kit/app/format-units.ts';
import { commonMessages } from '../../kit/app/messages.ts';
import { usePhonePage } from '../../kit/app/phone-page.ts';
import { useShortTime } from '../../kit/app/use-relative-time.ts';
import { PhoneFileName } from '../../kit/files/PhoneFileName.tsx';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { copyText } from '../../platform/clipboard.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './shares.module.css';

/** Returns the function that names a link: the first file and the number of the others (P-15). */
export const useShareName = (): ((share: OwnShare) => string) => {
  const t = useText(messages);
  return useMemo(
    () =>
      ({ names: [name = '', ...others] }) =>
        others.length === 0
          ? safeDisplayName(name)
          : t('andMore', { name: safeDisplayName(name), count: others.length }),
    [t],
  );
};

interface NamedShare {
  readonly share: OwnShare;
  readonly name: string;
}

const CopyAddressButton = ({ share, name }: NamedShare) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const [copied, setCopied] = useState<boolean | null>(null);
  const label = copied === false ? t('copyRefused') : t('copyOf', { name });
  return (
    <IconButton
      size="sm"
      label={copied === true ? c('copied') : label}
      icon={copied === true ? <IconCheck /> : <IconCopy />}
      onClick={() => {
        void copyText(share.address).then(setCopied);
      }}
    />
  );
};

const ShareAddress = ({ share, name }: NamedShare) => (
  <span className={styles.address}>
    <span className={styles.text} title={share.address}>
      {share.address}
    </span>
    <CopyAddressButton share={share} name={name} />
  </span>
);

/** Columns of the table (P-15). `now` in epoch seconds decides which links have expired. */
export const useShareColumns = (now: number): readonly DataListColumn<OwnShare>[] => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const nameOf = useShareName();
  const formatTime = useShortTime();
  const isPhone = usePhonePage() !== null;
  return useMemo(
    () =>
      isPhone
        ? [
            {
              id: 'files',
              header: t('files'),
              width: 'minmax(0, 1fr)',
              render: (share) => (
                <PhoneRow
                  icon={<IconLink size={24} />}
                  name={<PhoneFileName name={nameOf(share)} />}
                  facts={[
                    share.ends > now ? t('until', { when: formatTime(share.ends) }) : t('expired'),
                    share.code === null ? '' : `${t('code')} ${share.code}`,
                    t('seen', { count: share.visits }),
                  ]}
                  end={<CopyAddressButton share={share} name={nameOf(share)} />}
                />
              ),
            },
          ]
        : [
            {
              id: 'files',
              header: t('files'),
              width: 'minmax(140px, 1fr)',
              render: (share) => <span className={styles.text}>{nameOf(share)}</span>,
            },
            {
              id: 'address',
              header: t('address'),
              width: 'minmax(180px, 1.2fr)',
              render: (share) => <ShareAddress share={share} name={nameOf(share)} />,
            },
            { id: 'code', header: t('code'), width: '76px', numeric: true, render: ({ code }) => code ?? c('none') },
            {
              id: 'created',
              header: t('created'),
              width: '160px',
              secondary: true,
              numeric: true,
              render: ({ created }) => dateTime(created),
            },
            { id: 'ends', header: t('ends'), width: '160px', numeric: true, render: ({ ends }) => dateTime(ends) },
            {
              id: 'visits',
              header: t('visits'),
              width: '72px',
              secondary: true,
              align: 'end',
              numeric: true,
              render: ({ visits }) => visits,
            },
            {
              id: 'state',
              header: t('state'),
              width: '96px',
              render: ({ ends }) =>
                ends > now ? <Badge tone="success">{t('valid')}</Badge> : <Badge tone="warning">{t('expired')}</Badge>,
            },
          ],
    [t, c, nameOf, now, formatTime, isPhone],
  );
};
