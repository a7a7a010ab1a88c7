import { checkSources, isWebAddress, parseSources } from '@boxwood/box-sdk/rules';
import { TextArea, TextField } from '@boxwood/ui';
import { FormDialog } from '../../../kit/files/FormDialog.tsx';
import { useState } from 'react';
import { FilesToken } from '../../../composition/service-tokens.ts';
import { useIssueText } from '../../../kit/files/use-issue-text.ts';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useText } from '../../../platform/react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';

/** Takes URLs that the box downloads into a folder, one task each (OFFLINE-02, X03). */
export const FromWebDialog = ({ folder, onClose }: { readonly folder: string; readonly onClose: () => void }) => {
  const t = useText(dialogMessages);
  const issue = useIssueText();
  const formatPath = useDisplayPath();
  const files = useService(FilesToken);
  const { state, run } = useAction();
  const [text, setText] = useState('');
  const verdict = checkSources(text, isWebAddress);
  return (
    <FormDialog
      title={t('fromWeb')}
      description={t('fromWebText')}
      width={520}
      confirmLabel={t('startDownload')}
      validation={verdict}
      busy={state.at === 'running'}
      input={text}
      onSubmit={() => {
        run(() => files.downloadFromUrl(parseSources(text, isWebAddress).sources, folder), onClose);
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextArea
          label={t('addresses')}
          value={text}
          rows={5}
          autoFocus
          required
          spellCheck={false}
          error={text.trim() === '' || verdict.ok ? undefined : issue(verdict)}
          onValueChange={setText}
        />
        <TextField label={t('saveInto')} value={formatPath(folder)} readOnly />
      </div>
    </FormDialog>
  );
};
