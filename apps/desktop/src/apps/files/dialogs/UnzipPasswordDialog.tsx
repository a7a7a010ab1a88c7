import { type FileEntry, parentOf } from '@boxwood/domain';
import { PasswordField } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { shownName } from '../../../i18n/shown-name.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useText } from '../../../react/use-text.ts';
import { dialogWords } from './messages.ts';
import { useArchives } from '../archives-service.ts';

const GIVEN = { ok: true } as const;
const EMPTY = { ok: false, issue: 'name.empty' } as const;

/** Asks for the password of an encrypted archive and extracts it into its own folder (B44). */
export const UnzipPasswordDialog = ({
  entry,
  onClose,
}: {
  readonly entry: FileEntry;
  readonly onClose: () => void;
}) => {
  const t = useText(dialogWords);
  const c = useText(common);
  const archives = useArchives();
  const { state, run } = useAction();
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={t('unzipLocked')}
      description={shownName(entry.name)}
      width={480}
      confirm={t('extract')}
      verdict={password === '' ? EMPTY : GIVEN}
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
        showLabel={c('showPassword')}
        hideLabelText={c('hidePassword')}
        onValueChange={setPassword}
      />
    </FormDialog>
  );
};
