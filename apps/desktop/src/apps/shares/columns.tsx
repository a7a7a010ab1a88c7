import type { OwnShare } from '@boxwood/domain';
import { Badge, type Column, HandRow, IconButton, IconCheck, IconCopy, IconLink } from '@boxwood/ui';
import { useMemo, useState } from 'react';
import { dateTime } from '../../app-kit/format.ts';
import { common } from '../../app-kit/messages.ts';
import { usePhonePage } from '../../app-kit/phone-page.ts';
import { useWhen } from '../../app-kit/use-when.ts';
import { HandName } from '../../file-kit/HandName.tsx';
import { shownName } from '../../i18n/shown-name.ts';
import { copyText } from '../../platform/clipboard.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './shares.module.css';

/** Returns the function that names a link: the first file and the number of the others (P-15). */
export const useNames = (): ((share: OwnShare) => string) => {
  const t = useText(messages);
  return useMemo(
    () =>
      ({ names: [name = '', ...others] }) =>
        others.length === 0 ? shownName(name) : t('andMore', { name: shownName(name), count: others.length }),
    [t],
  );
};

interface NamedShare {
  readonly share: OwnShare;
  readonly name: string;
}

const CopyAddress = ({ share, name }: NamedShare) => {
  const t = useText(messages);
  const c = useText(common);
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

const Address = ({ share, name }: NamedShare) => (
  <span className={styles.address}>
    <span className={styles.text} title={share.address}>
      {share.address}
    </span>
    <CopyAddress share={share} name={name} />
  </span>
);

/** Columns of the table (P-15). `now` in epoch seconds decides which links have expired. */
export const useColumns = (now: number): readonly Column<OwnShare>[] => {
  const t = useText(messages);
  const c = useText(common);
  const nameOf = useNames();
  const when = useWhen();
  const phone = usePhonePage() !== null;
  return useMemo(
    () =>
      phone
        ? [
            {
              id: 'files',
              header: t('files'),
              width: 'minmax(0, 1fr)',
              render: (share) => (
                <HandRow
                  icon={<IconLink size={24} />}
                  name={<HandName name={nameOf(share)} />}
                  facts={[
                    share.ends > now ? t('until', { when: when(share.ends) }) : t('expired'),
                    share.code === null ? '' : `${t('code')} ${share.code}`,
                    t('seen', { count: share.visits }),
                  ]}
                  end={<CopyAddress share={share} name={nameOf(share)} />}
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
              render: (share) => <Address share={share} name={nameOf(share)} />,
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
    [t, c, nameOf, now, when, phone],
  );
};
