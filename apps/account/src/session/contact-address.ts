import { isMail, normalizePhoneNumber } from '@boxwood/account-sdk/rules';

/** A mail address or phone number, in its stored form. */
export interface ContactAddress {
  readonly by: 'mail' | 'sms';
  readonly address: string;
}

/** Parses a mail address or phone number; null when the text is neither. */
export const parseContactAddress = (typed: string): ContactAddress | null => {
  const mail = typed.trim().toLowerCase();
  if (isMail(mail)) return { by: 'mail', address: mail };
  const phone = normalizePhoneNumber(typed);
  return phone === null ? null : { by: 'sms', address: phone };
};
