import { hashOf, newToken } from '../secrets.ts';
import type { Db } from '../store/schema.ts';

/** Lifetime of a relay ticket, in seconds (A21). */
export const TICKET_LIFETIME_SECONDS = 86_400;
/** Maximum number of tickets for each user and box: one for each browser tab. */
const MAX_TICKETS = 20;

/** Creates a relay ticket, which ends with the session that requested it. Only its hash is stored. */
export const createRelayTicket = async (
  db: Db,
  now: number,
  { boxId, userName, session }: { readonly boxId: string; readonly userName: string; readonly session: string },
): Promise<string> => {
  const auth = newToken();
  const row = { auth_hash: hashOf(auth), box_id: boxId, user_name: userName, session_hash: hashOf(session) };
  await db
    .insertInto('relay_grants')
    .values({ ...row, expires: now + TICKET_LIFETIME_SECONDS })
    .execute();
  const surplus = db
    .selectFrom('relay_grants')
    .select('auth_hash')
    .where('box_id', '=', boxId)
    .where('user_name', '=', userName)
    .orderBy('expires', 'desc')
    .orderBy('auth_hash')
    .offset(MAX_TICKETS)
    .limit(1000);
  await db.deleteFrom('relay_grants').where('auth_hash', 'in', surplus).execute();
  await db.deleteFrom('relay_grants').where('expires', '<=', now).execute();
  return auth;
};

/** Whether a ticket is valid for a box. */
export const isValidRelayTicket = async (db: Db, now: number, boxId: string, auth: string): Promise<boolean> => {
  if (!/^[A-Za-z0-9]{32}$/.test(auth)) return false;
  const found = await db
    .selectFrom('relay_grants')
    .select(['box_id', 'expires'])
    .where('auth_hash', '=', hashOf(auth))
    .executeTakeFirst();
  return found !== undefined && found.box_id === boxId && found.expires > now;
};
