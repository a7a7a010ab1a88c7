/** Users of SMB and WebDAV (NET-09, VALID-51). */
import { checkPlainPassword, failed, passed, unless } from '@boxwood/command-bus/rules';
import { SAMBA_PASSWORD_LENGTH } from '../constants.ts';

/** Maximum number of users of a service (X25). */
export const MAX_SERVICE_USERS = 32;

/** VALID-51: 4 to 10 printable ASCII characters without space. */
export const checkSambaPassword = (text: string) =>
  checkPlainPassword(text, SAMBA_PASSWORD_LENGTH, 'services.password');

/** A name that Samba and WebDAV both take: 1 to 32 lowercase letters, digits, dots, underscores or hyphens, a letter first. */
export const checkServiceUserName = (text: string) =>
  unless(/^[a-z][a-z0-9._-]{0,31}$/.test(text), 'services.userName');

/** Whether one more user can be added. */
export const checkServiceUserCount = (userCount: number) =>
  userCount < MAX_SERVICE_USERS ? passed : failed('services.usersFull', { max: MAX_SERVICE_USERS });
