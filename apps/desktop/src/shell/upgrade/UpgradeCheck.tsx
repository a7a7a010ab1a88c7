import { createLazyModule } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { optionalLazyComponent } from '../../kit/app/lazy-parts/optional-lazy-component.tsx';
import { msUntilNextCheck } from '../../kit/app/upgrade/upgrade-check-schedule.ts';
import { ClockToken, OffersToken, SessionToken, SettingsToken, UserToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';

const UpgradeDialog = optionalLazyComponent(
  createLazyModule(async () => (await import('./UpgradeDialog.tsx')).UpgradeDialog),
);

/** Checks once a day for a new version, for an administrator of a box that can be upgraded (P-25). */
export const UpgradeCheck = () => {
  const session = useService(SessionToken);
  const admin = useStream(session.admin$);
  const lan = useStream(session.lanMode$);
  const { state } = useStream(useService(OffersToken).offers$).of('upgrade');
  return admin && !lan && state === 'offered' ? <DueUpgradeDialog /> : null;
};

const DueUpgradeDialog = () => {
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const clock = useService(ClockToken);
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setIsDue(true);
      },
      msUntilNextCheck(settings, user, clock.now()),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [settings, user, clock]);
  return isDue ? <UpgradeDialog /> : null;
};
