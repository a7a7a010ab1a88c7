import { Button, Dialog } from '@boxwood/ui';
import { commonMessages } from '../../app/messages.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { receiveMessages } from './messages.ts';
import { NameList } from './NameList.tsx';
import type { UploadQuestion } from './upload-question.ts';

interface UnreadableFilesDialogProps {
  readonly question: Extract<UploadQuestion, { readonly kind: 'unread' }>;
  readonly onClose: () => void;
}

/**
 * Lists files that the browser could not read, before anything is uploaded. The user can retry, continue with the
 * others, or cancel.
 */
export const UnreadableFilesDialog = ({
  question: { paths, retry, uploadOthers },
  onClose,
}: UnreadableFilesDialogProps) => {
  const t = useText(receiveMessages);
  const c = useText(commonMessages);
  const displayPath = (path: string): string => {
    if (!path.endsWith('/')) return safeDisplayName(path);
    const folder = path.slice(0, -1);
    return folder === '' ? t('nameless') : t('namelessIn', { folder: safeDisplayName(folder) });
  };
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('unread', { count: paths.length })}
      description={retry === null ? t('unreadOften') : t('unreadText')}
      width={550}
      closeLabel={c('close')}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          {uploadOthers === null ? null : (
            <Button
              onClick={() => {
                onClose();
                uploadOthers();
              }}
            >
              {t('uploadOthers')}
            </Button>
          )}
          {retry === null ? null : (
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                retry();
              }}
            >
              {c('retry')}
            </Button>
          )}
        </>
      }
    >
      <NameList names={paths.map(displayPath)} />
    </Dialog>
  );
};
