import { checkSources, isWebAddress, parseSources } from '@boxwood/box-sdk/rules';
import { TextArea, TextField } from '@boxwood/ui';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { useState } from 'react';
import { FilesToken } from '../../../composition/tokens.ts';
import { useIssueText } from '../../../file-kit/texts.ts';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';

/** Takes URLs that the box downloads into a folder, one task each (OFFLINE-02, X03). */
export const FromWebDialog = ({ folder, onClose }: { readonly folder: string; readonly onClose: () => void }) => {
  const t = useText(dialogWords);
  const issue = useIssueText();
  const inWords = usePathInWords();
  const files = useService(FilesToken);
  const { state, run } = useAction();
  const [text, setText] = useState('');
  const verdict = checkSources(text, isWebAddress);
  return (
    <FormDialog
      title={t('fromWeb')}
      description={t('fromWebText')}
      width={520}
      confirm={t('startDownload')}
      verdict={verdict}
      busy={state.at === 'running'}
      typed={text}
      onSubmit={() => {
        run(() => files.download(parseSources(text, isWebAddress).sources, folder), onClose);
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
        <TextField label={t('saveInto')} value={inWords(folder)} readOnly />
      </div>
    </FormDialog>
  );
};
