import { type FileEntry, parentOf } from '@boxwood/domain';
import { PasswordField } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { dialogMessages } from './messages.ts';
import { useArchives } from '../archives-service.ts';

const VALID = { ok: true } as const;
const EMPTY = { ok: false, issue: 'name.empty' } as const;

/** Asks for the password of an encrypted archive and extracts it into the folder that contains it (B44). */
export const UnzipPasswordDialog = ({
  entry,
  onClose,
}: {
  readonly entry: FileEntry;
  readonly onClose: () => void;
}) => {
  const t = useText(dialogMessages);
  const common = useText(commonMessages);
  const archives = useArchives();
  const { state, run } = useAction();
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={t('unzipLocked')}
      description={safeDisplayName(entry.name)}
      width={480}
      confirmLabel={t('extract')}
      validation={password === '' ? EMPTY : VALID}
      busy={state.at === 'running'}
      onSubmit={() => {
        run(() => archives.extract(entry, parentOf(entry.path), password), onClose);
      }}
      onClose={onClose}
    >
      <PasswordField
        label={t('archivePassword')}
        hint={t('unzipLockedText')}
        value={password}
        autoComplete="off"
        autoFocus
        showPasswordLabel={common('showPassword')}
        hidePasswordLabel={common('hidePassword')}
        onValueChange={setPassword}
      />
    </FormDialog>
  );
};
