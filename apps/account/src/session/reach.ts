import { isMail, phoneNumber } from '@boxwood/account-sdk/rules';

/** How somebody is reached, and where: the address in the one form in which it is kept. */
export interface Reach {
  readonly by: 'mail' | 'sms';
  readonly address: string;
}

/** What was typed as a mail address or phone number; null when it is neither. */
export const reachOf = (typed: string): Reach | null => {
  const mail = typed.trim().toLowerCase();
  if (isMail(mail)) return { by: 'mail', address: mail };
  const phone = phoneNumber(typed);
  return phone === null ? null : { by: 'sms', address: phone };
};
