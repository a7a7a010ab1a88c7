import { Banner, Button, Dialog } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { commonMessages } from '../../kit/app/messages.ts';
import { upgradeMessages } from '../../kit/app/upgrade/messages.ts';
import { ReleaseNotes } from '../../kit/app/upgrade/ReleaseNotes.tsx';
import { recordUpgradeCheck, lastNotifiedVersion } from '../../kit/app/upgrade/upgrade-check-schedule.ts';
import { useUpgrades } from '../../kit/app/upgrade/upgrade-service.ts';
import { useStartUpgrade } from '../../kit/app/upgrade/use-start-upgrade.ts';
import { ClockToken, LauncherToken, SettingsToken, UserToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useQuery } from '../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';

/** Interval between checks while the page stays open, in ms. */
const CHECK_INTERVAL_MS = 86_400_000;
/** Width of the dialog in px (DIALOG-31). */
const DIALOG_WIDTH_PX = 480;

/** Announces a new version once and starts its installation (DIALOG-19, SYSTEM-05). */
export const UpgradeDialog = () => {
  const t = useText(upgradeMessages);
  const c = useText(commonMessages);
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const clock = useService(ClockToken);
  const launcher = useService(LauncherToken);
  const upgrades = useUpgrades();
  const failureText = useFailureText();
  const [versions] = useQuery(
    useCallback(() => upgrades.versions(), [upgrades]),
    { every: CHECK_INTERVAL_MS },
  );
  const [notifiedVersion] = useState(() => lastNotifiedVersion(settings, user));
  const [closedVersion, setClosedVersion] = useState('');
  const newest = versions.at === 'ready' && versions.value.isNewer ? versions.value.newest : null;
  const isChecked = versions.at === 'ready';
  const version = newest?.Version ?? notifiedVersion;
  useEffect(() => {
    if (isChecked) recordUpgradeCheck(settings, user, clock.now(), version);
  }, [isChecked, version, settings, user, clock]);
  const close = (): void => {
    setClosedVersion(version);
  };
  const { state, isStarting, startUpgrade } = useStartUpgrade(() => {
    close();
    launcher.open('upgrade', {});
  });
  if (newest === null || version === notifiedVersion) return null;
  return (
    <Dialog
      page
      open={version !== closedVersion}
      width={DIALOG_WIDTH_PX}
      dismissible={!isStarting}
      title={t('found')}
      description={t('willRestart')}
      closeLabel={c('close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{c('close')}</Button>
          <Button
            variant="primary"
            busy={isStarting}
            onClick={() => {
              startUpgrade(version);
            }}
          >
            {t('update')}
          </Button>
        </>
      }
    >
      <ReleaseNotes version={newest} heading="h3" />
      {state.at === 'failed' ? <Banner tone="danger">{failureText(state.failure).text}</Banner> : null}
    </Dialog>
  );
};
