import { Button, ConfirmDialog } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { UnfinishedUploadsToken } from '../services.ts';
import styles from '../task-centre.module.css';

const POLL_INTERVAL_MS = 60_000;

/** How many uploads of other devices are unfinished, with a button that removes them; nothing where there are none. */
export const OtherUploads = () => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const unfinished = useService(UnfinishedUploadsToken);
  const [loaded, reload] = useQuery(
    useCallback(() => unfinished.list(), [unfinished]),
    { every: POLL_INTERVAL_MS },
  );
  const [isOpen, setOpen] = useState(false);
  const action = useAction();
  // An older box does not offer the list.
  if (loaded.at !== 'ready' || loaded.value.length === 0) return null;
  const count = loaded.value.length;
  const ids = loaded.value.map(({ id }) => id);
  return (
    <div className={styles.tools}>
      <span className={styles.sum} role={action.state.at === 'failed' ? 'alert' : 'status'}>
        {action.state.at === 'failed' ? failureText(action.state.failure).text : t('otherUploads', { count })}
      </span>
      <Button
        size="sm"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('endOthers')}
      </Button>
      <ConfirmDialog
        danger
        open={isOpen}
        title={t('endOthersTitle', { count })}
        message={t('endOthersText')}
        confirmLabel={t('endOthers')}
        cancelLabel={c('cancel')}
        closeLabel={c('close')}
        onClose={() => {
          setOpen(false);
        }}
        onConfirm={() => {
          setOpen(false);
          action.run(() => unfinished.end(ids), reload);
        }}
      />
    </div>
  );
};
