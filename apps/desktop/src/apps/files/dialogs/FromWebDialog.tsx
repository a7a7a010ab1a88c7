import { checkSources, isWebAddress, parseSources } from '@boxwood/box-sdk/rules';
import { Button, Dialog, TextArea, TextField } from '@boxwood/ui';
import { useState } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { FilesToken } from '../../../composition/tokens.ts';
import { useIssueText } from '../../../file-kit/texts.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useService } from '../../../react/scope.tsx';
import { useText } from '../../../react/use-text.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';

/** Web addresses that the box downloads into a folder, one task each (OFFLINE-02, X03). */
export const FromWebDialog = ({ folder, onClose }: { readonly folder: string; readonly onClose: () => void }) => {
  const t = useText(dialogWords);
  const c = useText(common);
  const issue = useIssueText();
  const files = useService(FilesToken);
  const { state, run } = useAction();
  const [text, setText] = useState('');
  const verdict = checkSources(text, isWebAddress);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('fromWeb')}
      description={t('fromWebText')}
      width={520}
      closeLabel={c('close')}
      onSubmit={() => {
        if (!verdict.ok) return;
        run(() => files.download(parseSources(text, isWebAddress).sources, folder), onClose);
      }}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            busy={state.at === 'running'}
            disabledReason={verdict.ok ? undefined : issue(verdict)}
          >
            {t('startDownload')}
          </Button>
        </>
      }
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
        <TextField label={t('saveInto')} value={shownName(folder)} readOnly />
      </div>
    </Dialog>
  );
};
