import { useState } from 'react';
import { ErrorBoundary } from '../../kit/app/window-states/ErrorBoundary.tsx';
import { lazyComponent } from '../../kit/app/lazy-parts/lazy-component.tsx';
import { SettingsToken, UserToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { isWelcomeDue, setWelcomeDue } from '../../kit/app/welcome-due.ts';

const WelcomeCard = lazyComponent(async () => (await import('./WelcomeCard.tsx')).WelcomeCard);

/** The welcome card for a new user; its code is loaded only when it is due. */
export const Welcome = () => {
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const [isDue, setIsDue] = useState(() => isWelcomeDue(settings, user));
  if (!isDue) return null;
  return (
    <ErrorBoundary>
      <WelcomeCard
        onClose={() => {
          setWelcomeDue(settings, user, false);
          setIsDue(false);
        }}
      />
    </ErrorBoundary>
  );
};
