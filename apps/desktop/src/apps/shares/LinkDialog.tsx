import type { OwnShare } from '@boxwood/domain';
import { Button, Dialog, IconFolderOpen, IconSend, IconTrash, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { dateTime } from '../../app-kit/format.ts';
import { common } from '../../app-kit/messages.ts';
import { usePhone } from '../../app-kit/use-phone.ts';
import { LauncherToken } from '../../composition/tokens.ts';
import { LinkField } from '../../file-kit/share/LinkField.tsx';
import { shareWords } from '../../file-kit/share/messages.ts';
import { useCopyLink } from '../../file-kit/share/use-copy-link.ts';
import { canSendLink, sendLink } from '../../platform/send.ts';
import { afterFocusReturn } from '../../react/after-focus-return.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { useNames } from './columns.tsx';
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
  const s = useText(shareWords);
  const c = useText(common);
  const nameOf = useNames();
  const launcher = useService(LauncherToken);
  const phone = usePhone();
  const { copied, refused, copy } = useCopyLink();
  const [sends] = useState(() => phone && canSendLink());
  const { address, code, ends, folder, names, visits } = share;
  const [first = ''] = names;
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
          {sends ? (
            <Button icon={<IconSend size={16} />} onClick={() => void sendLink(address)}>
              {s('sendLink')}
            </Button>
          ) : (
            <Button onClick={onClose}>{c('close')}</Button>
          )}
          <Button variant="primary" type="submit">
            {copied === address ? c('copied') : s('copyLink')}
          </Button>
        </>
      }
    >
      <div className={styles.one}>
        <LinkField
          link={share}
          hint={ends > now ? s('linkUntil', { time: dateTime(ends) }) : t('expired')}
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
                launcher.open('files', { params: { path: folder, reveal: `${folder}/${first}` } }),
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
