import { DIALOGS } from '@boxwood/box-sdk/rules';
import type { FileEntry, Place } from '@boxwood/domain';
import { TextField } from '@boxwood/ui';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
import { useState } from 'react';
import { FilesToken } from '../../../composition/service-tokens.ts';
import { useIssueText } from '../../../kit/files/use-issue-text.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';
import { nameFieldsOf, hasSuffix, resolveRename } from './rename-fields.ts';

interface RenameDialogProps {
  readonly entry: FileEntry;
  readonly place: Place;
  readonly onDone: (path: string) => void;
  readonly onClose: () => void;
}

/**
 * Renames one entry: read-only old name, new name, suffix with a hint, encrypted suffix in its own field (DIALOG-03 to
 * DIALOG-05, G-56).
 */
export const RenameDialog = ({ entry, place, onDone, onClose }: RenameDialogProps) => {
  const t = useText(dialogMessages);
  const issue = useIssueText();
  const failureText = useFailureText();
  const files = useService(FilesToken);
  const { state, run, reset } = useAction();
  const [fields, setFields] = useState(() => nameFieldsOf(entry));
  const { name, verdict } = resolveRename(entry, fields, place);
  const failed = state.at === 'failed' ? failureText(state.failure).text : undefined;
  return (
    <FormDialog
      title={t('rename')}
      width={DIALOGS.rename}
      confirmLabel={t('rename')}
      validation={verdict}
      busy={state.at === 'running'}
      onSubmit={() => {
        run(
          () => files.rename(entry, name, place),
          (path) => {
            onClose();
            onDone(path);
          },
        );
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField label={t('oldName')} value={entry.name} readOnly />
        <div className={styles.nameRow}>
          <TextField
            className={styles.grow ?? ''}
            label={t('newName')}
            value={fields.stem}
            autoFocus
            required
            error={verdict.ok ? failed : issue(verdict)}
            onFocus={(event) => {
              event.currentTarget.select();
            }}
            onValueChange={(stem) => {
              reset();
              setFields({ ...fields, stem });
            }}
          />
          {hasSuffix(entry) ? (
            <TextField
              className={styles.suffix ?? ''}
              label={t('suffix')}
              value={fields.suffix}
              icon={<span aria-hidden="true">.</span>}
              onValueChange={(suffix) => {
                reset();
                setFields({ ...fields, suffix });
              }}
            />
          ) : null}
          {fields.encrypted === '' ? null : (
            <TextField
              className={styles.encrypted ?? ''}
              label={t('encryptedSuffix')}
              value={fields.encrypted}
              readOnly
            />
          )}
        </div>
        {hasSuffix(entry) ? <p className={styles.note}>{t('suffixHint')}</p> : null}
      </div>
    </FormDialog>
  );
};
