import type { SessionStage } from '@boxwood/domain';
import { type Route, ROUTES } from './route.ts';

/**
 * The page a session stage requires; null when the current page is right (G-08). Pure, so that every combination is
 * tested.
 */
export const destination = (route: Route, stage: SessionStage): Route | null => {
  switch (stage.at) {
    case 'signed-out':
      // After a session has ended the form is shown; a fresh page keeps its address.
      if (route.page === 'sign-in') return null;
      return stage.why === 'start' ? ROUTES.signIn : ROUTES.signInForm;
    case 'signing-in':
      return route.page === 'sign-in' ? null : ROUTES.signIn;
    case 'choosing':
      return route.page === 'chooser' ? null : ROUTES.chooser;
    case 'connecting':
    case 'unreachable':
      return route.page === 'connection' && route.mode === stage.mode ? null : { page: 'connection', mode: stage.mode };
    case 'in':
      if (route.page === 'home' || route.page === 'document') return null;
      return ROUTES.home;
  }
};
