import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Db } from '../store/schema.ts';

/** Makes the one live token of a user and device type; the one before stops working (G-28). */
export const openSession = async (db: Db, clock: Clock, userName: string, devtype: string): Promise<string> => {
  const token = newToken();
  const row = { token_hash: hashOf(token), used: seconds(clock) };
  await db
    .insertInto('sessions')
    .values({ user_name: userName, devtype, ...row })
    .onConflict((conflict) => conflict.columns(['user_name', 'devtype']).doUpdateSet(row))
    .execute();
  return token;
};

/** Seconds a session lives without being used, and the least time between two notes that it was. */
const IDLE = 30 * 86_400;
const NOTE_EVERY = 86_400;

/** Whether a token is the live one of the user it is presented for; using it keeps it alive. */
export const isLive = async (db: Db, clock: Clock, userName: string, token: string): Promise<boolean> => {
  if (!/^[A-Za-z0-9]{32}$/.test(token)) return false;
  const token_hash = hashOf(token);
  const found = await db
    .selectFrom('sessions')
    .select(['user_name', 'used'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  const now = seconds(clock);
  if (found?.user_name !== userName || now - found.used > IDLE) return false;
  if (now - found.used >= NOTE_EVERY)
    await db.updateTable('sessions').set({ used: now }).where('token_hash', '=', token_hash).execute();
  return true;
};

/** Ends one session. */
export const closeSession = async (db: Db, token: string): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
};

/** Ends every session of a user, and every way through the relay that was opened with one. */
export const closeAll = async (db: Db, userName: string): Promise<void> => {
  await db.deleteFrom('sessions').where('user_name', '=', userName).execute();
  await db.deleteFrom('relay_grants').where('user_name', '=', userName).execute();
};
