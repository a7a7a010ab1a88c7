import { useState } from 'react';
import { ErrorBoundary } from '../app-kit/ErrorBoundary.tsx';
import { part } from '../app-kit/part.tsx';
import { SettingsToken, UserToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { isWelcomeDue, setWelcome } from '../app-kit/welcome-due.ts';

const WelcomeCard = part(async () => (await import('./WelcomeCard.tsx')).WelcomeCard);

/** The card of a first day; nothing, and no code of it, on every other day. */
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
