import { useState } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { part } from '../app-kit/part.tsx';
import { SettingsToken, UserToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { isWelcomeDue, setWelcome } from '../app-kit/welcome-due.ts';

const WelcomeCard = part(async () => (await import('./WelcomeCard.tsx')).WelcomeCard);

/** The welcome card for a new user; its code is loaded only when it is due. */
export const Welcome = () => {
  const settings = useService(SettingsToken);
  const user = useService(UserToken);
  const [due, setDue] = useState(() => isWelcomeDue(settings, user));
  if (!due) return null;
  return (
    <ErrorBoundary>
      <WelcomeCard
        onClose={() => {
          setWelcome(settings, user, false);
          setDue(false);
        }}
      />
    </ErrorBoundary>
  );
};
