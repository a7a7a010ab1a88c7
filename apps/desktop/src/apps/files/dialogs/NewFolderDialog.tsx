import { checkFolderName } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { andThen, type Location } from '@boxwood/domain';
import { TextField } from '@boxwood/ui';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
import { useState } from 'react';
import { of } from 'rxjs';
import { FilesToken } from '../../../composition/service-tokens.ts';
import { useIssueText } from '../../../kit/files/use-issue-text.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { dialogMessages } from './messages.ts';

/** Creates a new folder (DIALOG-11, VALID-11 to VALID-13). */
export const NewFolderDialog = ({
  location,
  onCreated,
  onClose,
}: {
  readonly location: Location;
  readonly onCreated: (path: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useText(dialogMessages);
  const issue = useIssueText();
  const failureText = useFailureText();
  const files = useService(FilesToken);
  const { state, run, reset } = useAction();
  const [name, setName] = useState(t('newFolder'));
  const verdict = checkFolderName(name);
  const failed = state.at === 'failed' ? failureText(state.failure).text : undefined;
  return (
    <FormDialog
      title={t('newFolder')}
      width={480}
      confirmLabel={t('create')}
      validation={verdict}
      busy={state.at === 'running'}
      input={name}
      onSubmit={() => {
        run(
          // The box would recreate a parent folder that another client deleted. In that case an error is shown and
          // nothing is created.
          () =>
            files
              .checkExists(location.path)
              .pipe(andThen((exists) => (exists ? files.newFolder(location, name) : of(right(null))))),
          (path) => {
            onClose();
            if (path !== null) onCreated(path);
          },
        );
      }}
      onClose={onClose}
    >
      <TextField
        label={t('folderName')}
        value={name}
        autoFocus
        required
        error={verdict.ok ? failed : issue(verdict)}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        onValueChange={(text) => {
          reset();
          setName(text);
        }}
      />
    </FormDialog>
  );
};
