import { ACC } from '@boxwood/box-sdk';
import { checkAccountName, checkBoxAddress, checkSignInPassword, isMail } from '@boxwood/box-sdk/rules';
import { type Failure, rejectionOf } from '../outcome.ts';

/** Checks what the user typed to sign in at the account service. @returns why it is refused; null when it is valid */
export const checkSignIn = (userName: string, password: string): Failure | null =>
  rejectionOf(checkAccountName(userName)) ?? rejectionOf(checkSignInPassword(password));

/** Checks what the user typed to sign in at a box (G-05). @returns why it is refused; null when it is valid */
export const checkOfflineSignIn = (ip: string, userName: string, password: string): Failure | null => {
  if (ip.trim() === '') return { _tag: 'Rejected', messageKey: 'session.boxIpRequired' };
  const addressRejection = rejectionOf(
    checkBoxAddress(
      ip
        .trim()
        .replace(/^https?:\/\//i, '')
        .replace(/\/+$/, ''),
    ),
  );
  if (addressRejection !== null) return addressRejection;
  if (isMail(userName.trim())) return { _tag: 'Refused', family: 'ACC', code: ACC.offlineMail, fields: {} };
  return checkSignIn(userName, password);
};
