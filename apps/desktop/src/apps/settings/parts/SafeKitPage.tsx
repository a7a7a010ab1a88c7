import type { SafeGate } from '@boxwood/domain';
import { Button, Card, Page, PasswordField, Section } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { LauncherToken, SafeGatesToken } from '../../../composition/service-tokens.ts';
import { copyText } from '../../../platform/clipboard.ts';
import { saveText } from '../../../platform/save-text.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { safeMessages } from '../safe-messages.ts';
import styles from '../settings.module.css';

/** Asks for the password of the safe. */
const UnlockSafeForm = ({ gate }: { readonly gate: SafeGate }) => {
  const t = useText(safeMessages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [password, setPassword] = useState('');
  return (
    <form
      className={styles.kit}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') run(() => gate.unlock(password));
      }}
    >
      <p className={styles.kitText}>{t('closedText')}</p>
      <PasswordField
        label={t('password')}
        value={password}
        autoComplete="off"
        showPasswordLabel={c('showPassword')}
        hidePasswordLabel={c('hidePassword')}
        error={state.at === 'failed' ? failureText(state.failure).text : null}
        onValueChange={setPassword}
      />
      <Button type="submit" busy={state.at === 'running'}>
        {t('unlock')}
      </Button>
    </form>
  );
};

/** The recovery kit of an open safe. It is requested when the user opens it, shown once and stored nowhere. */
const RecoveryKit = ({ gate }: { readonly gate: SafeGate }) => {
  const t = useText(safeMessages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [kitText, setKitText] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  if (kitText === null)
    return (
      <div className={styles.kit}>
        <p className={styles.kitText}>{t('openText')}</p>
        <Button busy={state.at === 'running'} onClick={() => run(() => gate.recoveryKit(), setKitText)}>
          {t('show')}
        </Button>
        {state.at === 'failed' ? (
          <p role="alert" className={styles.wrong}>
            {failureText(state.failure).text}
          </p>
        ) : null}
      </div>
    );
  return (
    <div className={styles.kit}>
      <code className={styles.kitLine} aria-label={t('kit')} tabIndex={0}>
        {kitText}
      </code>
      <div className={styles.kitActions}>
        <Button
          variant="primary"
          onClick={() => {
            saveText('boxwood-safe-kit.txt', `${kitText}\n`, 'text/plain');
          }}
        >
          {t('save')}
        </Button>
        <Button
          onClick={() => {
            void copyText(kitText).then(setCopied);
          }}
        >
          {copied ? c('copied') : c('copy')}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setKitText(null);
            setCopied(false);
          }}
        >
          {t('hide')}
        </Button>
      </div>
      <p className={styles.kitText}>{t('keepText')}</p>
    </div>
  );
};

const SafeContent = ({ gate }: { readonly gate: SafeGate }) => {
  const t = useText(safeMessages);
  const c = useText(commonMessages);
  const launcher = useService(LauncherToken);
  const state = useStream(gate.state$);
  useEffect(() => {
    gate.check();
  }, [gate]);
  switch (state.at) {
    case 'unknown':
    case 'asking':
      return <p role="status">{c('loading')}</p>;
    case 'unset':
      return (
        <div className={styles.kit}>
          <p className={styles.kitText}>{t('unsetText')}</p>
          <Button onClick={() => launcher.open('safe')}>{t('setUp')}</Button>
        </div>
      );
    case 'locked':
      return <p role="alert">{t('locked')}</p>;
    case 'closed':
      return <UnlockSafeForm gate={gate} />;
    case 'open':
      return <RecoveryKit gate={gate} />;
  }
};

/** Page 5: the recovery kit of the safe (G-32), which opens its files with the public `age` tool, without the box. */
export const SafeKitPage = () => {
  const t = useText(safeMessages);
  const gate = useService(SafeGatesToken).safe;
  return (
    <Page label={t('title')}>
      <Section title={t('kit')} text={t('kitText')}>
        <Card>
          <SafeContent gate={gate} />
        </Card>
      </Section>
    </Page>
  );
};
