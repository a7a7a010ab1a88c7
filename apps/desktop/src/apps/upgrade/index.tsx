import { type Failure, type VersionInfo, upgradeFailure, type UpgradeStatus } from '@boxwood/domain';
import { Banner, Button, Card, CardRow, Page, ProgressBar, Section } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { OfflineNotice } from '../../kit/app/window-states/OfflineNotice.tsx';
import { missingPartsText } from '../../kit/app/apps/launcher.ts';
import { upgradeMessages } from '../../kit/app/upgrade/messages.ts';
import { ReleaseNotes } from '../../kit/app/upgrade/ReleaseNotes.tsx';
import { useUpgrades } from '../../kit/app/upgrade/upgrade-service.ts';
import { useStartUpgrade } from '../../kit/app/upgrade/use-start-upgrade.ts';
import { OffersToken, SessionToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './upgrade.module.css';

/** How often a running upgrade is polled, in ms. */
const UPGRADE_POLL_INTERVAL_MS = 2000;

/**
 * System upgrade (P-25, SCREEN-25): the running version, the newest version, and the upgrade itself. Versions come from
 * the account service (G-07).
 */
export const App = () => {
  const t = useText(upgradeMessages);
  const lanMode = useStream(useService(SessionToken).lanMode$);
  return <Page label={t('title')}>{lanMode ? <OfflineNotice name={t('title')} /> : <UpgradeContent />}</Page>;
};

const UpgradeContent = () => {
  const upgradeText = useText(messages);
  const upgrades = useUpgrades();
  const [versions, reloadVersions] = useQuery(useCallback(() => upgrades.versions(), [upgrades]));
  const [status, reloadStatus] = useQuery(useCallback(() => upgrades.status(), [upgrades]));
  /** The status that was shown when an upgrade was started; the next one tells whether it runs. */
  const [statusAtStart, setStatusAtStart] = useState<typeof status | null>(null);
  const reloadAll = useCallback(() => {
    reloadVersions();
    reloadStatus();
  }, [reloadVersions, reloadStatus]);
  // Null also for a box that does not support upgrades from here.
  const last = status.at === 'ready' ? status.value : null;
  return (
    <div className={styles.page}>
      {last?.running === 1 ? <RunningUpgrade version={last.version} onEnded={reloadAll} /> : null}
      <LoadedContent request={versions} reload={reloadVersions}>
        {(loadedVersions) => (
          <>
            {last === null || last.running === 1 ? null : (
              <UpgradeResult last={last} running={loadedVersions.running.Version} />
            )}
            {loadedVersions.isNewer && last?.running !== 1 ? (
              <NewestVersion
                newest={loadedVersions.newest}
                isStatusPending={status === statusAtStart}
                onStarted={() => {
                  setStatusAtStart(status);
                  reloadStatus();
                }}
              />
            ) : null}
            <Section title={upgradeText('runs')}>
              <Card>
                <CardRow>
                  <ReleaseNotes version={loadedVersions.running} heading="h4" />
                </CardRow>
                {loadedVersions.isNewer ? null : (
                  <CardRow>
                    <p role="status" className={styles.hint}>
                      {upgradeText('upToDate')}
                    </p>
                    <Button onClick={reloadVersions}>{upgradeText('check')}</Button>
                  </CardRow>
                )}
              </Card>
            </Section>
          </>
        )}
      </LoadedContent>
    </div>
  );
};

const NewestVersion = ({
  newest,
  isStatusPending,
  onStarted,
}: {
  readonly newest: VersionInfo;
  /** An upgrade was started and the box has not yet said whether it runs. */
  readonly isStatusPending: boolean;
  readonly onStarted: () => void;
}) => {
  const t = useText(upgradeMessages);
  const upgradeText = useText(messages);
  const failureText = useFailureText();
  const isAdmin = useStream(useService(SessionToken).admin$);
  const featureOffer = useStream(useService(OffersToken).offers$).of('upgrade');
  const { state, isStarting, startUpgrade } = useStartUpgrade(onStarted);
  const missingParts = missingPartsText(featureOffer);
  const disabledReason =
    featureOffer.state !== 'offered'
      ? missingParts === ''
        ? upgradeText('notHere')
        : upgradeText('lacks', { parts: missingParts })
      : isAdmin
        ? null
        : upgradeText('onlyAdmin');
  return (
    <Section title={upgradeText('newest')}>
      <Card>
        <CardRow>
          <ReleaseNotes version={newest} heading="h4" />
        </CardRow>
        <CardRow>
          <div className={styles.act}>
            {disabledReason === null ? (
              <>
                <p className={styles.hint}>{t('willRestart')}</p>
                <Button
                  variant="primary"
                  busy={isStarting || isStatusPending}
                  onClick={() => {
                    startUpgrade(newest.Version);
                  }}
                >
                  {t('update')}
                </Button>
              </>
            ) : (
              <p className={styles.hint}>{disabledReason}</p>
            )}
          </div>
        </CardRow>
      </Card>
      {state.at === 'failed' ? <Banner tone="danger">{failureText(state.failure).text}</Banner> : null}
    </Section>
  );
};

/** True when a box answered: it does not restart. */
const isAnswer = ({ _tag }: Failure): boolean => _tag === 'Refused' || _tag === 'Malformed';

/** A running upgrade. The box does not answer while it restarts, and the page says so. */
const RunningUpgrade = ({ version, onEnded }: { readonly version: string; readonly onEnded: () => void }) => {
  const upgradeText = useText(messages);
  const failureText = useFailureText();
  const upgrades = useUpgrades();
  const [status] = useQuery(
    useCallback(() => upgrades.status(), [upgrades]),
    { every: UPGRADE_POLL_INTERVAL_MS },
  );
  const loadedStatus = status.at === 'ready' ? status : null;
  const isOver = loadedStatus?.value.running === 0;
  useEffect(() => {
    if (isOver) onEnded();
  }, [isOver, onEnded]);
  const failure = status.at === 'loading' ? null : status.failure;
  const phaseText =
    failure === null
      ? phaseTextOf(loadedStatus?.value, upgradeText)
      : isAnswer(failure)
        ? failureText(failure).text
        : upgradeText('restarts');
  return (
    <Section title={upgradeText('going', { version })}>
      <Card>
        <CardRow>
          <div className={styles.act}>
            <p role="status">{phaseText}</p>
            <ProgressBar
              label={phaseText}
              value={failure !== null || loadedStatus === null ? null : loadedStatus.value.progress}
              state="processing"
            />
            <p className={styles.hint}>{upgradeText('noPower')}</p>
          </div>
        </CardRow>
      </Card>
    </Section>
  );
};

const phaseTextOf = (
  status: UpgradeStatus | undefined,
  upgradeText: ReturnType<typeof useText<typeof messages.table>>,
): string => {
  switch (status?.phase) {
    case 'download':
      return upgradeText('download');
    case 'check':
      return upgradeText('checking');
    case 'flash':
      return upgradeText('flash');
    case undefined:
      return upgradeText('working');
  }
};

/** The result of the last upgrade, shown until the user signs in again or starts another one. */
const UpgradeResult = ({ last, running }: { readonly last: UpgradeStatus; readonly running: string }) => {
  const upgradeText = useText(messages);
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
            {upgradeText('again')}
          </Button>
        }
      >
        <p>
          <strong>{upgradeText('done', { version: running })}</strong>
        </p>
        <p>{upgradeText('doneText')}</p>
      </Banner>
    );
  const failure = upgradeFailure(last);
  if (failure === null) return null;
  return (
    <Banner tone="danger">
      <p>
        <strong>{upgradeText('failed', { version: last.version })}</strong>
      </p>
      <p>{upgradeText('asBefore', { why: failureText(failure).text, version: running })}</p>
    </Banner>
  );
};
