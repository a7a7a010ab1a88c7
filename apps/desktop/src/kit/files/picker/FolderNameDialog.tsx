import { checkFolderName } from '@boxwood/box-sdk/rules';
import { TextField } from '@boxwood/ui';
import { FormDialog } from '../FormDialog.tsx';
import { useState } from 'react';
import { useIssueText } from '../use-issue-text.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { pickerMessages } from './messages.ts';

/** Asks the user for a folder name, prefilled with a suggestion. */
export const FolderNameDialog = ({
  title,
  suggestedName,
  onName,
  onClose,
}: {
  readonly title: string;
  readonly suggestedName: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(pickerMessages);
  const issue = useIssueText();
  const [name, setName] = useState(suggestedName);
  const verdict = checkFolderName(name);
  return (
    <FormDialog
      title={title}
      width={400}
      confirmLabel={t('create')}
      validation={verdict}
      input={name}
      onSubmit={() => {
        onClose();
        onName(name);
      }}
      onClose={onClose}
    >
      <TextField
        label={t('folderName')}
        value={name}
        autoFocus
        required
        error={verdict.ok ? undefined : issue(verdict)}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        onValueChange={setName}
      />
    </FormDialog>
  );
};
