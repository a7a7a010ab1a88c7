import { actsScript } from '@boxwood/box-sdk';
import { userRoot } from '@boxwood/box-sdk/rules';
import type { Operation } from '@boxwood/domain';
import { Banner, Button, Dialog, IconSave } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { FailureState } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { UserToken } from '../../../composition/tokens.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { saveText } from '../../../platform/save-text.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../activity.module.css';
import { useOperations } from '../operations-service.ts';

/** The user's operations as a script, the same that `boxwood journal --as-script` prints. */
export const ScriptDialog = ({
  entries,
  onClose,
}: {
  readonly entries: readonly Operation[];
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const operations = useOperations();
  const user = useService(UserToken);
  const [acts, again] = useQuery(useCallback(() => operations.acts(entries), [operations, entries]));
  const [copied, setCopied] = useState(false);
  const script = acts.at === 'ready' ? actsScript(acts.value, userRoot(user)) : undefined;
  return (
    <Dialog
      open
      title={t('asScript')}
      description={t('scriptText')}
      width={760}
      closeLabel={c('close')}
      onClose={onClose}
      footer={
        script === undefined ? null : (
          <>
            <Button
              onClick={() => {
                void copyText(script.text).then(setCopied);
              }}
            >
              {copied ? c('copied') : c('copy')}
            </Button>
            <Button
              variant="primary"
              icon={<IconSave size={16} />}
              onClick={() => {
                saveText('boxwood-script.ts', script.text, 'text/plain');
              }}
            >
              {t('save')}
            </Button>
          </>
        )
      }
    >
      {acts.at === 'loading' ? <WindowSkeleton /> : null}
      {acts.at === 'failed' ? <FailureState failure={acts.failure} onRetry={again} /> : null}
      {script === undefined ? null : (
        <>
          {script.leftOut.length === 0 ? null : (
            <Banner tone="info">{t('scriptLeft', { count: script.leftOut.length })}</Banner>
          )}
          <pre className={styles.script} tabIndex={0} aria-label={t('asScript')}>
            {script.text}
          </pre>
        </>
      )}
    </Dialog>
  );
};
