import { type PasswordLink, passwordLinks } from '@boxwood/domain';
import { Button, Dialog, PasswordField, QrCode, TextField } from '@boxwood/ui';
import { useRef, useState } from 'react';
import { tap } from 'rxjs';
import { dateTime } from '../../../app-kit/format.ts';
import { houseAddress } from '../../../app-kit/house-address.ts';
import { common } from '../../../app-kit/messages.ts';
import { AccountClientToken, SessionToken } from '../../../composition/tokens.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { renewAddress } from '../../../routes/renew-link.ts';
import styles from '../account.module.css';
import { messages } from '../messages.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

/** The link as text and QR code. It is shown only while this dialog is open. */
const Made = ({
  link,
  user,
  onClose,
}: {
  readonly link: PasswordLink;
  readonly user: string;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const stage = useStream(useService(SessionToken).stage$);
  const [copied, setCopied] = useState(false);
  // The link is opened on another device, where a local host name of this one does not resolve.
  const house = stage.at === 'in' ? houseAddress(globalThis.location, stage.link.ip) : null;
  const address = renewAddress(house ?? globalThis.location.origin, { user, secret: link.secret });
  return (
    <Dialog
      open
      width={480}
      title={t('linkReady', { name: user })}
      closeLabel={c('close')}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          onClick={() => {
            void copyText(address).then(setCopied);
          }}
        >
          {copied ? c('copied') : t('copyLink')}
        </Button>
      }
    >
      <div className={styles.linkMade}>
        <TextField
          label={t('link')}
          value={address}
          readOnly
          hint={t('linkOnce', { time: dateTime(link.expire), name: user })}
          onFocus={(event) => {
            event.currentTarget.select();
          }}
        />
        <div className={styles.qr}>
          <QrCode value={address} label={t('linkQr')} />
        </div>
      </div>
    </Dialog>
  );
};

/** Creates a link for a user who forgot the password; the administrator confirms it with their own password. */
export const PasswordLinkDialog = ({
  boxName,
  user,
  onMade,
  onClose,
}: {
  readonly boxName: string;
  readonly user: string;
  readonly onMade: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const account = useService(AccountClientToken);
  const [password, setPassword] = useState('');
  const [link, setLink] = useState<PasswordLink | null>(null);
  const made = useRef<PasswordLink | null>(null);
  if (link !== null) return <Made link={link} user={user} onClose={onClose} />;
  return (
    <ChangeDialog
      danger
      title={t('linkTitle', { name: user })}
      description={t('linkText', { name: user })}
      confirm={t('linkMake')}
      valid={password !== ''}
      act={() =>
        passwordLinks(account)
          .make(boxName, user, password)
          .pipe(
            tap((result) => {
              if (result._tag === 'Right') made.current = result.right;
            }),
          )
      }
      onDone={() => {
        setLink(made.current);
        onMade();
      }}
      onClose={onClose}
    >
      {({ asked }) => (
        <PasswordField
          label={t('ownPassword')}
          autoFocus
          autoComplete="current-password"
          showLabel={c('showPassword')}
          hideLabelText={c('hidePassword')}
          value={password}
          error={asked && password === '' ? t('ownPasswordIssue') : null}
          onValueChange={setPassword}
        />
      )}
    </ChangeDialog>
  );
};
