import type { OwnShare } from '@boxwood/domain';
import { Button, Dialog, IconFolderOpen, IconSend, IconTrash, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { dateTime } from '../../kit/app/format-units.ts';
import { commonMessages } from '../../kit/app/messages.ts';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import { LauncherToken } from '../../composition/service-tokens.ts';
import { LinkField } from '../../kit/files/share/LinkField.tsx';
import { shareMessages } from '../../kit/files/share/messages.ts';
import { useCopyLink } from '../../kit/files/share/use-copy-link.ts';
import { canShareLink, shareLink } from '../../platform/system-share.ts';
import { afterFocusReturn } from '../../platform/react/after-focus-return.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { useShareName } from './share-columns.tsx';
import { messages } from './messages.ts';
import styles from './shares.module.css';

interface LinkDialogProps {
  readonly share: OwnShare;
  /** Epoch seconds. */
  readonly now: number;
  /** Called when the user cancels the link; the caller asks for confirmation. */
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Details of one link: address, QR code, expiry, code, visits, and a button that ends it. */
export const LinkDialog = ({ share, now, onEnd, onClose }: LinkDialogProps) => {
  const t = useText(messages);
  const shareText = useText(shareMessages);
  const c = useText(commonMessages);
  const nameOf = useShareName();
  const launcher = useService(LauncherToken);
  const isPhone = useIsPhone();
  const { copied, refused, copy } = useCopyLink();
  const [canSend] = useState(() => isPhone && canShareLink());
  const { address, code, ends, folder, names, visits } = share;
  const [firstName = ''] = names;
  return (
    <Dialog
      open
      onClose={onClose}
      title={nameOf(share)}
      description={t('seen', { count: visits })}
      width={480}
      closeLabel={c('close')}
      onSubmit={() => {
        copy(address);
      }}
      footer={
        <>
          {canSend ? (
            <Button icon={<IconSend size={16} />} onClick={() => void shareLink(address)}>
              {shareText('sendLink')}
            </Button>
          ) : (
            <Button onClick={onClose}>{c('close')}</Button>
          )}
          <Button variant="primary" type="submit">
            {copied === address ? c('copied') : shareText('copyLink')}
          </Button>
        </>
      }
    >
      <div className={styles.one}>
        <LinkField
          link={share}
          hint={ends > now ? shareText('linkUntil', { time: dateTime(ends) }) : t('expired')}
          refused={refused}
        >
          {code === null ? null : <TextField label={t('code')} value={code} readOnly />}
        </LinkField>
        <div className={styles.acts}>
          <Button
            icon={<IconFolderOpen size={16} />}
            onClick={() => {
              onClose();
              afterFocusReturn(() =>
                launcher.open('files', { params: { path: folder, reveal: `${folder}/${firstName}` } }),
              );
            }}
          >
            {t('reveal')}
          </Button>
          <Button icon={<IconTrash size={16} />} onClick={onEnd}>
            {t('end')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
