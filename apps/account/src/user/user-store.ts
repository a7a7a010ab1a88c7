import { isMail, isMobile, isUserId, normalizePhoneNumber } from '@boxwood/account-sdk/rules';
import type { Db, UserRow } from '../store/schema.ts';

/** The user with this id. */
export const userById = (db: Db, userName: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('user_name', '=', userName).executeTakeFirst();

/** The user with this id, mobile number or mail address (A01). */
export const userByAnyName = (db: Db, typed: string): Promise<UserRow | undefined> => {
  const name = typed.trim().toLowerCase();
  const query = db.selectFrom('users').selectAll();
  if (isMail(name)) return query.where('mail', '=', name).executeTakeFirst();
  // A user id may contain dashes, and a phone number may be written with them.
  const phone = isUserId(name) && !isMobile(name) ? null : normalizePhoneNumber(name);
  if (phone !== null) return query.where('mobile', '=', phone).executeTakeFirst();
  return query.where('user_name', '=', name).executeTakeFirst();
};

/** Whether another user has this address. */
export const isAddressOccupied = async (
  db: Db,
  column: 'mail' | 'mobile',
  value: string,
  exceptUser: string,
): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('user_name')
    .where(column, '=', value)
    .where('user_name', '<>', exceptUser)
    .executeTakeFirst()) !== undefined;
