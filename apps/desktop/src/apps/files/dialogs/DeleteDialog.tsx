import type { FileEntry } from '@boxwood/domain';
import { ConfirmDialog } from '@boxwood/ui';
import { common } from '../../../app-kit/messages.ts';
import { FilesToken } from '../../../composition/tokens.ts';
import { useAction } from '../../../react/use-outcome.ts';
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
  const { state, run } = useAction();
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
      busy={state.at === 'running'}
      onClose={onClose}
      onConfirm={() => {
        run(() => files.removeForEver(entries.map(({ path }) => path)), onClose);
      }}
    />
  );
};
