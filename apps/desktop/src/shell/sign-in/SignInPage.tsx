import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { Button, Tabs } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { switchMap } from 'rxjs';
import { idle$ } from '../../platform/idle.ts';
import {
  LinkHintsToken,
  RouterToken,
  SessionToken,
  SettingsToken,
  SetupToken,
} from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { AccountForm } from './AccountForm.tsx';
import { announceTakeover } from './prerendered-form.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { signIn } from './messages.ts';
import styles from './sign-in.module.css';

const DirectSignInForm = lazyComponent(
  async () => (await import('./DirectSignInForm.tsx')).DirectSignInForm,
  () => <div className={styles.form} />,
);

const SetupNeededNote = lazyComponent(async () => (await import('./onboarding-pages.ts')).SetupNeededNote);

/** `/`: account and offline sign-in (LOGIN-01), with the reason when a session expired or was ended. */
export const SignInPage = () => {
  const t = useText(signIn);
  const settings = useService(SettingsToken);
  const setup = useService(SetupToken);
  const stage = useStream(useService(SessionToken).stage$);
  const router = useService(RouterToken);
  const hints = useService(LinkHintsToken);
  const [method, setMethod] = useState<'account' | 'offline'>(() =>
    hints.offline !== null || settings.get('boxLAN') === 'Y' ? 'offline' : 'account',
  );
  useEffect(announceTakeover, []);
  // The setup state is not needed to sign in, so it is requested when the browser is idle.
  const [box] = useQuery(useCallback(() => idle$.pipe(switchMap(() => setup.state())), [setup]));
  const needsSetup = box.at === 'ready' && box.value.needed === 1;
  const endedSession = stage.at === 'signed-out' && 'who' in stage ? stage : null;
  const previousUser = endedSession?.who ?? '';
  return (
    <SignInFrame title={t('title')} lead={t('lead')}>
      {endedSession !== null ? (
        <div className={`${styles.notice ?? ''} ${styles.warning ?? ''} ${styles.above ?? ''}`}>
          <strong role="alert">{t(endedSession.why)}</strong>
          <span className={styles.details}>{t(endedSession.why === 'elsewhere' ? 'onlyOne' : 'goOn')}</span>
        </div>
      ) : null}
      {needsSetup ? <SetupNeededNote /> : null}
      <Tabs
        label={t('ways')}
        value={method}
        onValueChange={setMethod}
        variant="pills"
        fill
        items={[
          { value: 'account', label: t('accountTab'), panel: <AccountForm previousUser={previousUser} /> },
          {
            value: 'offline',
            label: t('offlineTab'),
            panel: <DirectSignInForm previousUser={previousUser} />,
          },
        ]}
      />
      {needsSetup ? null : (
        <p className={styles.aside}>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              router.go(ROUTES.join);
            }}
          >
            {t('invited')}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              router.go(ROUTES.forgot);
            }}
          >
            {t('forgot')}
          </Button>
        </p>
      )}
    </SignInFrame>
  );
};
