import type { FileEntry } from '@boxwood/domain';
import { ConfirmDialog } from '@boxwood/ui';
import { commonMessages } from '../../../kit/app/messages.ts';
import { FilesToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import { dialogMessages } from './messages.ts';

/** Confirms a permanent deletion: in places without a recycle bin, and for Shift+Delete (G-54). */
export const DeleteDialog = ({
  entries,
  onClose,
}: {
  readonly entries: readonly FileEntry[];
  readonly onClose: () => void;
}) => {
  const t = useText(dialogMessages);
  const c = useText(commonMessages);
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
        // Notifications and the list show the outcome, so the dialog closes at once.
        files.removePermanently(entries.map(({ path }) => path));
        onClose();
      }}
    />
  );
};
