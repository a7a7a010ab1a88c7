import { Banner, Button, Dialog } from '@boxwood/ui';
import { useCallback, useEffect, useState } from 'react';
import { common } from '../app-kit/messages.ts';
import { upgradeWords } from '../app-kit/upgrade/messages.ts';
import { Notes } from '../app-kit/upgrade/Notes.tsx';
import { noteLooked, toldVersion } from '../app-kit/upgrade/upgrade-due.ts';
import { useUpgrades } from '../app-kit/upgrade/upgrade-service.ts';
import { useBegin } from '../app-kit/upgrade/use-begin.ts';
import { ClockToken, LauncherToken, SettingsToken, UserToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useQuery } from '../react/use-query.ts';
import { useFailureText, useText } from '../react/use-text.ts';

/** Interval between checks while the page stays open, in ms. */
const DAY_MS = 86_400_000;
/** Width of the dialog in px (DIALOG-31). */
const WIDTH = 480;

/** Announces a new version once and starts its installation (DIALOG-19, SYSTEM-05). */
export const UpgradeDialog = () => {
  const t = useText(upgradeWords);
  const c = useText(common);
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const clock = useService(ClockToken);
  const launcher = useService(LauncherToken);
  const upgrades = useUpgrades();
  const failureText = useFailureText();
  const [versions] = useQuery(
    useCallback(() => upgrades.versions(), [upgrades]),
    { every: DAY_MS },
  );
  const [told] = useState(() => toldVersion(settings, user));
  const [closed, setClosed] = useState('');
  const newest = versions.at === 'ready' && versions.value.isNewer ? versions.value.newest : null;
  const isLooked = versions.at === 'ready';
  const version = newest?.Version ?? told;
  useEffect(() => {
    if (isLooked) noteLooked(settings, user, clock.now(), version);
  }, [isLooked, version, settings, user, clock]);
  const close = (): void => {
    setClosed(version);
  };
  const { state, begin } = useBegin(() => {
    close();
    launcher.open('upgrade', {});
  });
  if (newest === null || version === told) return null;
  const busy = state.at === 'running';
  return (
    <Dialog
      page
      open={version !== closed}
      width={WIDTH}
      dismissible={!busy}
      title={t('found')}
      description={t('willRestart')}
      closeLabel={c('close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{c('close')}</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => {
              begin(version);
            }}
          >
            {t('update')}
          </Button>
        </>
      }
    >
      <Notes of={newest} heading="h3" />
      {state.at === 'failed' ? <Banner tone="danger">{failureText(state.failure).text}</Banner> : null}
    </Dialog>
  );
};
