import { LinkHintsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { parsePasswordLink } from '../routes/password-link.ts';
import { ForgotPage } from './ForgotPage.tsx';
import { JoinPage } from './JoinPage.tsx';
import { NewPasswordPage } from './NewPasswordPage.tsx';

/** `/?join=`: for a user who cannot sign in: with an invitation, with a link for a new password, or with neither. */
export const JoinOrRecoverPage = ({ join }: { readonly join: string }) => {
  const link = parsePasswordLink(useService(LinkHintsToken).renew);
  if (join !== 'forgot') return <JoinPage />;
  return link === null ? <ForgotPage /> : <NewPasswordPage link={link} />;
};
