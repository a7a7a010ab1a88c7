import { createReplayScript } from '@boxwood/box-sdk';
import { userRoot } from '@boxwood/box-sdk/rules';
import type { JournalOperation } from '@boxwood/domain';
import { Banner, Button, Dialog, IconSave } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { FailureState } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { WindowSkeleton } from '../../../kit/app/window-states/WindowSkeleton.tsx';
import { UserToken } from '../../../composition/service-tokens.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { saveText } from '../../../platform/save-text.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../activity.module.css';
import { useOperations } from '../operations-service.ts';

/** The user's operations as a script, the same that `boxwood journal --as-script` prints. */
export const ScriptDialog = ({
  entries,
  onClose,
}: {
  readonly entries: readonly JournalOperation[];
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const operations = useOperations();
  const user = useService(UserToken);
  const [userActions, reload] = useQuery(
    useCallback(() => operations.listRecordedActions(entries), [operations, entries]),
  );
  const [copied, setCopied] = useState(false);
  const script = userActions.at === 'ready' ? createReplayScript(userActions.value, userRoot(user)) : undefined;
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
      {userActions.at === 'loading' ? <WindowSkeleton /> : null}
      {userActions.at === 'failed' ? <FailureState failure={userActions.failure} onRetry={reload} /> : null}
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
