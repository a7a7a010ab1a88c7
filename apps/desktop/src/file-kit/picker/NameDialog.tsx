import { checkFolderName } from '@boxwood/box-sdk/rules';
import { TextField } from '@boxwood/ui';
import { FormDialog } from '../FormDialog.tsx';
import { useState } from 'react';
import { useIssueText } from '../texts.ts';
import { useText } from '../../react/use-text.ts';
import { pickerWords } from './messages.ts';

/** Asks the user for a folder name, prefilled with a suggestion. */
export const NameDialog = ({
  title,
  offered,
  onName,
  onClose,
}: {
  readonly title: string;
  readonly offered: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(pickerWords);
  const issue = useIssueText();
  const [name, setName] = useState(offered);
  const verdict = checkFolderName(name);
  return (
    <FormDialog
      title={title}
      width={400}
      confirm={t('create')}
      verdict={verdict}
      typed={name}
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
