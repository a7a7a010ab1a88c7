import { isMail, isMobile } from '@boxwood/account-sdk/rules';
import type { Db, UserRow } from '../store/schema.ts';

/** The user with this id. */
export const userById = (db: Db, userName: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('user_name', '=', userName).executeTakeFirst();

/** The user somebody means by an id, a mobile number or a mail address (A01). */
export const userByAnyName = (db: Db, typed: string): Promise<UserRow | undefined> => {
  const name = typed.trim().toLowerCase();
  const query = db.selectFrom('users').selectAll();
  if (isMail(name)) return query.where('mail', '=', name).executeTakeFirst();
  if (isMobile(name)) return query.where('mobile', '=', name).executeTakeFirst(); // no user id looks like this
  return query.where('user_name', '=', name).executeTakeFirst();
};

/** Whether another user has this address already. */
export const isTaken = async (db: Db, column: 'mail' | 'mobile', value: string, butNot: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('user_name')
    .where(column, '=', value)
    .where('user_name', '<>', butNot)
    .executeTakeFirst()) !== undefined;
