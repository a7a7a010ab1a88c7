/** Users of SMB and WebDAV (NET-09, VALID-51). */
import { checkPlainPassword, failed, passed, unless } from '@boxwood/command-bus/rules';
import { SAMBA_PASSWORD } from '../constants.ts';

/** Maximum number of users of a service (X25). */
export const SERVICE_USERS_MAX = 32;

/** VALID-51: 4 to 10 printable ASCII characters without space. */
export const checkSambaPassword = (text: string) => checkPlainPassword(text, SAMBA_PASSWORD, 'services.password');

/** A name that Samba and WebDAV both take: 1 to 32 lowercase letters, digits, dots, underscores or hyphens, a letter first. */
export const checkServiceUserName = (text: string) =>
  unless(/^[a-z][a-z0-9._-]{0,31}$/.test(text), 'services.userName');

/** Whether one more user can be added. */
export const checkServiceUserCount = (present: number) =>
  present < SERVICE_USERS_MAX ? passed : failed('services.usersFull', { max: SERVICE_USERS_MAX });
