import type { FileEntry } from '@boxwood/domain';
import { ConfirmDialog } from '@boxwood/ui';
import { common } from '../../../app-kit/messages.ts';
import { FilesToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import { dialogWords } from './messages.ts';

/** Asks before something goes for good: where there is no recycle bin, and with Shift+Delete (G-54). */
export const DeleteDialog = ({
  entries,
  onClose,
}: {
  readonly entries: readonly FileEntry[];
  readonly onClose: () => void;
}) => {
  const t = useText(dialogWords);
  const c = useText(common);
  const files = useService(FilesToken);
  const name = entries[0]?.name ?? '';
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { count: entries.length })}
      message={entries.length === 1 ? t('deleteText', { name }) : t('deleteMany', { name })}
      confirmLabel={t('deleteForEver')}
      cancelLabel={c('cancel')}
      closeLabel={c('close')}
      onClose={onClose}
      onConfirm={() => {
        // Notices tell how it ends, and the list shows it: nothing is left to ask.
        files.removeForEver(entries.map(({ path }) => path));
        onClose();
      }}
    />
  );
};
