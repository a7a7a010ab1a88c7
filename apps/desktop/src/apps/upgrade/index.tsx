import { type VersionInfo, upgradeFailure, type UpgradeStatus } from '@boxwood/domain';
import { Banner, Button, Card, CardRow, Page, ProgressBar, Section } from '@boxwood/ui';
import { useCallback, useEffect } from 'react';
import { Shown } from '../../app-kit/LoadState.tsx';
import { OfflineNotice } from '../../app-kit/OfflineNotice.tsx';
import { partsOf } from '../../app-kit/launcher.ts';
import { upgradeWords } from '../../app-kit/upgrade/messages.ts';
import { Notes } from '../../app-kit/upgrade/Notes.tsx';
import { useUpgrades } from '../../app-kit/upgrade/upgrade-service.ts';
import { useBegin } from '../../app-kit/upgrade/use-begin.ts';
import { OffersToken, SessionToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useQuery } from '../../react/use-query.ts';
import { useStream } from '../../react/use-stream.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './upgrade.module.css';

/** How often a running upgrade is polled, in ms. */
const LOOK_MS = 2000;

/**
 * System upgrade (P-25, SCREEN-25): the running version, the newest version, and the upgrade itself. Versions come from
 * the account service (G-07).
 */
export const App = () => {
  const t = useText(upgradeWords);
  const lanMode = useStream(useService(SessionToken).lanMode$);
  return <Page label={t('title')}>{lanMode ? <OfflineNotice name={t('title')} /> : <Known />}</Page>;
};

const Known = () => {
  const m = useText(messages);
  const upgrades = useUpgrades();
  const [versions, check] = useQuery(useCallback(() => upgrades.versions(), [upgrades]));
  const [status, look] = useQuery(useCallback(() => upgrades.status(), [upgrades]));
  const ended = useCallback(() => {
    check();
    look();
  }, [check, look]);
  // Null also for a box that does not support upgrades from here.
  const last = status.at === 'ready' ? status.value : null;
  return (
    <div className={styles.page}>
      {last?.running === 1 ? <Going version={last.version} onEnded={ended} /> : null}
      <Shown of={versions} reload={check}>
        {(known) => (
          <>
            {last === null || last.running === 1 ? null : <Ended last={last} running={known.running.Version} />}
            {known.isNewer && last?.running !== 1 ? <Newest newest={known.newest} onBegun={look} /> : null}
            <Section title={m('runs')}>
              <Card>
                <CardRow>
                  <Notes of={known.running} heading="h4" />
                </CardRow>
                {known.isNewer ? null : (
                  <CardRow>
                    <p role="status" className={styles.hint}>
                      {m('upToDate')}
                    </p>
                    <Button onClick={check}>{m('check')}</Button>
                  </CardRow>
                )}
              </Card>
            </Section>
          </>
        )}
      </Shown>
    </div>
  );
};

const Newest = ({ newest, onBegun }: { readonly newest: VersionInfo; readonly onBegun: () => void }) => {
  const t = useText(upgradeWords);
  const m = useText(messages);
  const failureText = useFailureText();
  const admin = useStream(useService(SessionToken).admin$);
  const standing = useStream(useService(OffersToken).offers$).of('upgrade');
  const { state, begin } = useBegin(onBegun);
  const parts = partsOf(standing);
  const closed =
    standing.state !== 'offered'
      ? parts === ''
        ? m('notHere')
        : m('lacks', { parts })
      : admin
        ? null
        : m('onlyAdmin');
  return (
    <Section title={m('newest')}>
      <Card>
        <CardRow>
          <Notes of={newest} heading="h4" />
        </CardRow>
        <CardRow>
          <div className={styles.act}>
            {closed === null ? (
              <>
                <p className={styles.hint}>{t('willRestart')}</p>
                <Button
                  variant="primary"
                  busy={state.at === 'running'}
                  onClick={() => {
                    begin(newest.Version);
                  }}
                >
                  {t('update')}
                </Button>
              </>
            ) : (
              <p className={styles.hint}>{closed}</p>
            )}
          </div>
        </CardRow>
      </Card>
      {state.at === 'failed' ? <Banner tone="danger">{failureText(state.failure).text}</Banner> : null}
    </Section>
  );
};

/** A running upgrade. The box does not answer while it restarts, and the page says so. */
const Going = ({ version, onEnded }: { readonly version: string; readonly onEnded: () => void }) => {
  const m = useText(messages);
  const upgrades = useUpgrades();
  const [status] = useQuery(
    useCallback(() => upgrades.status(), [upgrades]),
    { every: LOOK_MS },
  );
  const known = status.at === 'ready' ? status : null;
  const isOver = known?.value.running === 0;
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver, onEnded]);
  const isAway = status.at === 'failed' || (known !== null && known.failure !== null);
  const said = isAway ? m('restarts') : wordOf(known?.value, m);
  return (
    <Section title={m('going', { version })}>
      <Card>
        <CardRow>
          <div className={styles.act}>
            <p role="status">{said}</p>
            <ProgressBar
              label={said}
              value={isAway || known === null ? null : known.value.progress}
              state="processing"
            />
            <p className={styles.hint}>{m('noPower')}</p>
          </div>
        </CardRow>
      </Card>
    </Section>
  );
};

const wordOf = (status: UpgradeStatus | undefined, m: ReturnType<typeof useText<typeof messages.table>>): string => {
  switch (status?.phase) {
    case 'download':
      return m('download');
    case 'check':
      return m('checking');
    case 'flash':
      return m('flash');
    case undefined:
      return m('working');
  }
};

/** The result of the last upgrade, shown until the user signs in again or starts another one. */
const Ended = ({ last, running }: { readonly last: UpgradeStatus; readonly running: string }) => {
  const m = useText(messages);
  const failureText = useFailureText();
  const session = useService(SessionToken);
  const stage = useStream(session.stage$);
  const action = useAction();
  if (stage.at === 'in' && stage.link.version !== running)
    return (
      <Banner
        tone="success"
        actions={
          <Button
            variant="primary"
            busy={action.state.at === 'running'}
            onClick={() => {
              action.run(
                () => session.signOut(),
                () => {
                  // Replaces the pages of the previous version, which the browser still has loaded.
                  globalThis.location.reload();
                },
              );
            }}
          >
            {m('again')}
          </Button>
        }
      >
        <p>
          <strong>{m('done', { version: running })}</strong>
        </p>
        <p>{m('doneText')}</p>
      </Banner>
    );
  const why = upgradeFailure(last);
  if (why === null) return null;
  return (
    <Banner tone="danger">
      <p>
        <strong>{m('failed', { version: last.version })}</strong>
      </p>
      <p>{m('asBefore', { why: failureText(why).text, version: running })}</p>
    </Banner>
  );
};
