import { later } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { quietPart } from '../app-kit/quiet-part.tsx';
import { untilDue } from '../app-kit/upgrade/upgrade-due.ts';
import { ClockToken, OffersToken, SessionToken, SettingsToken, UserToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

const UpgradeDialog = quietPart(later(async () => (await import('./UpgradeDialog.tsx')).UpgradeDialog));

/** Checks once a day for a new version, for an administrator of a box that can be upgraded (P-25). */
export const UpgradeNews = () => {
  const session = useService(SessionToken);
  const admin = useStream(session.admin$);
  const lan = useStream(session.lanMode$);
  const { state } = useStream(useService(OffersToken).offers$).of('upgrade');
  return admin && !lan && state === 'offered' ? <WhenDue /> : null;
};

const WhenDue = () => {
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const clock = useService(ClockToken);
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setDue(true);
      },
      untilDue(settings, user, clock.now()),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [settings, user, clock]);
  return due ? <UpgradeDialog /> : null;
};
