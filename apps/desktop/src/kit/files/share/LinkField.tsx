import type { ShareAddress } from '@boxwood/domain';
import { QrCode, TextField } from '@boxwood/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/react/use-text.ts';
import { shareMessages } from './messages.ts';
import styles from './share.module.css';

interface LinkFieldProps {
  /** Null while there is no link. */
  readonly link: ShareAddress | null;
  /** Shown while there is no link. */
  readonly placeholder?: string;
  /** When the link expires. */
  readonly hint: string | undefined;
  /** The browser rejected the copy to the clipboard. */
  readonly refused: boolean;
  /** An error message. */
  readonly children?: ReactNode;
}

/** A share link as selectable text and as a QR code. */
export const LinkField = ({ link, placeholder, hint, refused, children }: LinkFieldProps) => {
  const t = useText(shareMessages);
  return (
    <div className={styles.linkRow}>
      <div className={styles.linkParts}>
        <TextField
          label={t('link')}
          value={link?.address ?? ''}
          placeholder={placeholder}
          readOnly
          hint={hint}
          error={refused ? t('copyRefused') : undefined}
          onFocus={(event) => {
            event.currentTarget.select();
          }}
        />
        {link === null || link.encrypted ? null : <p className={styles.note}>{t('linkPlain')}</p>}
        {children}
      </div>
      <div className={styles.qr}>{link === null ? null : <QrCode value={link.address} label={t('linkQr')} />}</div>
    </div>
  );
};
