import { type PasswordLink, passwordLinks } from '@boxwood/domain';
import { Button, Dialog, PasswordField, QrCode, TextField } from '@boxwood/ui';
import { useRef, useState } from 'react';
import { tap } from 'rxjs';
import { dateTime } from '../../../kit/app/format-units.ts';
import { homeNetworkUrl } from '../../../kit/app/home-network-url.ts';
import { commonMessages } from '../../../kit/app/messages.ts';
import { AccountClientToken, SessionToken } from '../../../composition/service-tokens.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { passwordLinkUrl } from '../../../shell/routes/password-link.ts';
import styles from '../account.module.css';
import { messages } from '../messages.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

/** The link as text and QR code. It is shown only while this dialog is open. */
const CreatedLinkDialog = ({
  link,
  user,
  onClose,
}: {
  readonly link: PasswordLink;
  readonly user: string;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const stage = useStream(useService(SessionToken).stage$);
  const [copied, setCopied] = useState(false);
  // The link is opened on another device, where a local host name of this one does not resolve.
  const lanOrigin = stage.at === 'in' ? homeNetworkUrl(globalThis.location, stage.link.ip) : null;
  const address = passwordLinkUrl(lanOrigin ?? globalThis.location.origin, { user, secret: link.secret });
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
  onCreated,
  onClose,
}: {
  readonly boxName: string;
  readonly user: string;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const account = useService(AccountClientToken);
  const [password, setPassword] = useState('');
  const [link, setLink] = useState<PasswordLink | null>(null);
  const createdLink = useRef<PasswordLink | null>(null);
  if (link !== null) return <CreatedLinkDialog link={link} user={user} onClose={onClose} />;
  return (
    <ChangeDialog
      danger
      title={t('linkTitle', { name: user })}
      description={t('linkText', { name: user })}
      confirmLabel={t('linkMake')}
      isValid={password !== ''}
      save={() =>
        passwordLinks(account)
          .make(boxName, user, password)
          .pipe(
            tap((result) => {
              if (result._tag === 'Right') createdLink.current = result.right;
            }),
          )
      }
      onDone={() => {
        setLink(createdLink.current);
        onCreated();
      }}
      onClose={onClose}
    >
      {({ isSubmitted }) => (
        <PasswordField
          label={t('ownPassword')}
          autoFocus
          autoComplete="current-password"
          showPasswordLabel={c('showPassword')}
          hidePasswordLabel={c('hidePassword')}
          value={password}
          error={isSubmitted && password === '' ? t('ownPasswordIssue') : null}
          onValueChange={setPassword}
        />
      )}
    </ChangeDialog>
  );
};
