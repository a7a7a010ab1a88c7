import { part } from '../app-kit/part.tsx';
import { Button, Tabs } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { switchMap } from 'rxjs';
import { idle$ } from '../platform/idle.ts';
import { HintsToken, RouterToken, SessionToken, SettingsToken, SetupToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useQuery } from '../react/use-query.ts';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
import { ROUTES } from '../routes/route.ts';
import { AccountForm } from './AccountForm.tsx';
import { firstWorks } from './first-form.ts';
import { Frame } from './Frame.tsx';
import { signIn } from './messages.ts';
import styles from './sign-in.module.css';

const OfflineForm = part(
  async () => (await import('./OfflineForm.tsx')).OfflineForm,
  () => <div className={styles.form} />,
);

const FreshNote = part(async () => (await import('./first-pages.ts')).FreshNote);

/** `/`: account and offline sign-in (LOGIN-01), with the reason when a session expired or was ended. */
export const SignInPage = () => {
  const t = useText(signIn);
  const settings = useService(SettingsToken);
  const setup = useService(SetupToken);
  const stage = useStream(useService(SessionToken).stage$);
  const router = useService(RouterToken);
  const hints = useService(HintsToken);
  const [way, setWay] = useState<'account' | 'offline'>(() =>
    hints.offline !== null || settings.get('boxLAN') === 'Y' ? 'offline' : 'account',
  );
  useEffect(firstWorks, []);
  // The setup state is not needed to sign in, so it is requested when the browser is idle.
  const [box] = useQuery(useCallback(() => idle$.pipe(switchMap(() => setup.state())), [setup]));
  const fresh = box.at === 'ready' && box.value.needed === 1;
  const ended = stage.at === 'signed-out' && 'who' in stage ? stage : null;
  const who = ended?.who ?? '';
  return (
    <Frame title={t('title')} lead={t('lead')}>
      {ended !== null ? (
        <div className={`${styles.notice ?? ''} ${styles.warning ?? ''} ${styles.above ?? ''}`}>
          <strong role="alert">{t(ended.why)}</strong>
          <span className={styles.details}>{t(ended.why === 'elsewhere' ? 'onlyOne' : 'goOn')}</span>
        </div>
      ) : null}
      {fresh ? <FreshNote /> : null}
      <Tabs
        label={t('ways')}
        value={way}
        onValueChange={setWay}
        look="pills"
        fill
        items={[
          { value: 'account', label: t('accountTab'), panel: <AccountForm who={who} /> },
          {
            value: 'offline',
            label: t('offlineTab'),
            panel: <OfflineForm who={who} />,
          },
        ]}
      />
      {fresh ? null : (
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
    </Frame>
  );
};
