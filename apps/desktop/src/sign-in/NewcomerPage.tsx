import { HintsToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { readRenewal } from '../routes/renew-link.ts';
import { ForgotPage } from './ForgotPage.tsx';
import { JoinPage } from './JoinPage.tsx';
import { RenewPage } from './RenewPage.tsx';

/** `/?join=`: for a user who cannot sign in: with an invitation, with a link for a new password, or with neither. */
export const NewcomerPage = ({ join }: { readonly join: string }) => {
  const link = readRenewal(useService(HintsToken).renew);
  if (join !== 'forgot') return <JoinPage />;
  return link === null ? <ForgotPage /> : <RenewPage link={link} />;
};
