import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Db } from '../store/schema.ts';
import { endBoxTokens } from './box-tokens.ts';

/**
 * Creates the only valid session token of a user and device type; the previous one and everything opened with it ends
 * (G-28).
 */
export const openSession = (db: Db, clock: ServiceClock, userName: string, devtype: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const token = newToken();
    const row = { token_hash: hashOf(token), used: nowSeconds(clock) };
    const before = await tx
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_name', '=', userName)
      .where('devtype', '=', devtype)
      .executeTakeFirst();
    if (before !== undefined) await endSession(tx, clock, before.token_hash);
    await tx
      .insertInto('sessions')
      .values({ user_name: userName, devtype, ...row })
      .onConflict((conflict) => conflict.columns(['user_name', 'devtype']).doUpdateSet(row))
      .execute();
    return token;
  });

/**
 * Seconds after which an unused session expires, and the minimum interval in seconds between updates of its time of
 * use.
 */
const IDLE_LIFETIME_SECONDS = 30 * 86_400;
const USE_UPDATE_INTERVAL_SECONDS = 86_400;

/** Whether a token is a valid session of the user; using it extends its life. */
export const isValidSession = async (
  db: Db,
  clock: ServiceClock,
  userName: string,
  token: string,
): Promise<boolean> => {
  if (!/^[A-Za-z0-9]{32}$/.test(token)) return false;
  const token_hash = hashOf(token);
  const found = await db
    .selectFrom('sessions')
    .select(['user_name', 'used'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  const now = nowSeconds(clock);
  if (found?.user_name !== userName || now - found.used > IDLE_LIFETIME_SECONDS) return false;
  if (now - found.used >= USE_UPDATE_INTERVAL_SECONDS)
    await db.updateTable('sessions').set({ used: now }).where('token_hash', '=', token_hash).execute();
  return true;
};

/** Ends a session and everything opened with it: its box tokens and relay tickets. */
const endSession = async (tx: Db, clock: ServiceClock, session_hash: string): Promise<void> => {
  await tx.deleteFrom('sessions').where('token_hash', '=', session_hash).execute();
  await tx.deleteFrom('relay_grants').where('session_hash', '=', session_hash).execute();
  await endBoxTokens(tx, clock, { session_hash });
};

/** Ends one session. */
export const closeSession = (db: Db, clock: ServiceClock, token: string): Promise<void> =>
  db.transaction().execute((tx) => endSession(tx, clock, hashOf(token)));

/** Ends every session of a user, in the caller's transaction. */
export const closeAllSessions = async (tx: Db, clock: ServiceClock, userName: string): Promise<void> => {
  await tx.deleteFrom('sessions').where('user_name', '=', userName).execute();
  await tx.deleteFrom('relay_grants').where('user_name', '=', userName).execute();
  await endBoxTokens(tx, clock, { user_name: userName });
};
