import { Button, Dialog } from '@boxwood/ui';
import { common } from '../../app-kit/messages.ts';
import { shownName } from '../../i18n/shown-name.ts';
import { useText } from '../../react/use-text.ts';
import { receiveWords } from './messages.ts';
import { Names } from './Names.tsx';
import type { ReceiveQuestion } from './question.ts';

interface UnreadDialogProps {
  readonly question: Extract<ReceiveQuestion, { readonly kind: 'unread' }>;
  readonly onClose: () => void;
}

/**
 * Lists files that the browser could not read, before anything is uploaded. The user can retry, continue with the
 * others, or cancel.
 */
export const UnreadDialog = ({ question: { paths, again, others }, onClose }: UnreadDialogProps) => {
  const t = useText(receiveWords);
  const c = useText(common);
  const shown = (path: string): string => {
    if (!path.endsWith('/')) return shownName(path);
    const folder = path.slice(0, -1);
    return folder === '' ? t('nameless') : t('namelessIn', { folder: shownName(folder) });
  };
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('unread', { count: paths.length })}
      description={again === null ? t('unreadOften') : t('unreadText')}
      width={550}
      closeLabel={c('close')}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          {others === null ? null : (
            <Button
              onClick={() => {
                onClose();
                others();
              }}
            >
              {t('uploadOthers')}
            </Button>
          )}
          {again === null ? null : (
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                again();
              }}
            >
              {c('retry')}
            </Button>
          )}
        </>
      }
    >
      <Names names={paths.map(shown)} />
    </Dialog>
  );
};
