import { checkFolderName } from '@boxwood/box-sdk/rules';
import { Button, Dialog, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../app-kit/messages.ts';
import { useIssueText } from '../texts.ts';
import { useText } from '../../react/use-text.ts';
import { pickerWords } from './messages.ts';

/** Asks for the name of a folder and hands it on. */
export const NameDialog = ({
  title,
  onName,
  onClose,
}: {
  readonly title: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(pickerWords);
  const c = useText(common);
  const issue = useIssueText();
  const [name, setName] = useState(title);
  const verdict = checkFolderName(name);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={400}
      closeLabel={c('close')}
      onSubmit={() => {
        if (!verdict.ok) return;
        onClose();
        onName(name);
      }}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button variant="primary" type="submit" disabledReason={verdict.ok ? undefined : issue(verdict)}>
            {t('create')}
          </Button>
        </>
      }
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
    </Dialog>
  );
};
