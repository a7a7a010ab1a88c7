import { Button, IconButton, IconCopy } from '@boxwood/ui';
import { useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { useFileFacts } from '../services.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';

/** SHA-256 of a file, computed by the box on request, because a large file takes a while. */
export const Checksum = ({ path }: { readonly path: string }) => {
  const t = useText(dialogMessages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const facts = useFileFacts();
  const { state, run } = useAction();
  const [sum, setSum] = useState<string | null>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  if (sum !== null)
    return (
      <span className={styles.sum}>
        <code>{sum}</code>
        <IconButton
          size="sm"
          label={t('checksumCopy')}
          icon={<IconCopy />}
          onClick={() => {
            void copyText(sum).then(setCopied);
          }}
        />
        <span role="status" className={styles.muted}>
          {copied === null ? '' : copied ? c('copied') : t('copyRefused')}
        </span>
      </span>
    );
  return (
    <>
      <Button
        size="sm"
        busy={state.at === 'running'}
        onClick={() => {
          run(() => facts.checksum(path), setSum);
        }}
      >
        {t('checksumAsk')}
      </Button>{' '}
      <span role="status" className={styles.muted}>
        {state.at === 'running' ? t('checksumAsked') : ''}
        {state.at === 'failed' ? failureText(state.failure).text : ''}
      </span>
    </>
  );
};
