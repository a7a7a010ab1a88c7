import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { scheduleRosterPush } from '../roster/roster-store.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Db } from '../store/schema.ts';

/**
 * Seconds after which an unused box token expires, and the minimum interval in seconds between updates of its time of
 * use.
 */
const IDLE_LIFETIME_SECONDS = 86_400;
const USE_UPDATE_INTERVAL_SECONDS = 3600;
/** Maximum number of tokens of one session for one box: one for each browser tab. */
const MAX_TOKENS = 20;

/** Which tokens end: those of one session, of a user everywhere, or of a user on one box. */
export type EndedTokens =
  | { readonly session_hash: string }
  | { readonly user_name: string }
  | { readonly user_name: string; readonly box_id: string };

/**
 * Creates a token that is valid for one box only, for a session at this service (token exchange, RFC 8693). The box
 * sees only this token, so the operator of another box cannot use the guests' sessions elsewhere. It ends with the
 * session.
 */
export const createBoxToken = async (
  db: Db,
  clock: ServiceClock,
  holder: { readonly boxId: string; readonly userName: string; readonly session: string },
): Promise<string> => {
  const token = newToken();
  const session_hash = hashOf(holder.session);
  const row = { token_hash: hashOf(token), box_id: holder.boxId, user_name: holder.userName, session_hash };
  await db
    .insertInto('box_tokens')
    .values({ ...row, used: nowSeconds(clock) })
    .execute();
  const surplus = await db
    .selectFrom('box_tokens')
    .select('token_hash')
    .where('session_hash', '=', session_hash)
    .where('box_id', '=', holder.boxId)
    .orderBy('used', 'desc')
    .orderBy('token_hash')
    .offset(MAX_TOKENS)
    .limit(1000)
    .execute();
  if (surplus.length > 0)
    await db
      .deleteFrom('box_tokens')
      .where(
        'token_hash',
        'in',
        surplus.map((each) => each.token_hash),
      )
      .execute();
  return token;
};

/** Whether a token belongs to this user and box, and its session is still valid; using it extends its life. */
export const isValidBoxToken = async (
  db: Db,
  clock: ServiceClock,
  { boxId, userName }: { readonly boxId: string; readonly userName: string },
  token: string,
): Promise<boolean> => {
  if (!/^[A-Za-z0-9]{32}$/.test(token)) return false;
  const token_hash = hashOf(token);
  const found = await db
    .selectFrom('box_tokens')
    .innerJoin('sessions', 'sessions.token_hash', 'box_tokens.session_hash')
    .select(['box_tokens.box_id', 'box_tokens.user_name', 'box_tokens.used'])
    .where('box_tokens.token_hash', '=', token_hash)
    .executeTakeFirst();
  const now = nowSeconds(clock);
  if (found?.user_name !== userName || found.box_id !== boxId || now - found.used > IDLE_LIFETIME_SECONDS) return false;
  if (now - found.used >= USE_UPDATE_INTERVAL_SECONDS)
    await db.updateTable('box_tokens').set({ used: now }).where('token_hash', '=', token_hash).execute();
  return true;
};

/**
 * Ends tokens and records for each box which ones it has to drop; the pusher reports them (X106). Call it in the
 * transaction that revoked the right.
 */
export const endBoxTokens = async (tx: Db, clock: ServiceClock, ended: EndedTokens): Promise<void> => {
  const rows = await tx
    .deleteFrom('box_tokens')
    .where((is) =>
      'session_hash' in ended
        ? is('session_hash', '=', ended.session_hash)
        : is.and([
            is('user_name', '=', ended.user_name),
            ...('box_id' in ended ? [is('box_id', '=', ended.box_id)] : []),
          ]),
    )
    .returning(['token_hash', 'box_id'])
    .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('ended_tokens')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const boxId of new Set(rows.map(({ box_id }) => box_id))) await scheduleRosterPush(tx, clock, boxId);
};

/** Maximum number of ended tokens in one push (X106). */
export const MAX_ENDED_PER_PUSH = 1000;

/** Hashes of ended tokens that a box has not received yet, as many as fit. */
export const endedTokensOf = async (db: Db, boxId: string): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('ended_tokens')
      .select('token_hash')
      .where('box_id', '=', boxId)
      .limit(MAX_ENDED_PER_PUSH)
      .execute()
  ).map(({ token_hash }) => token_hash);

/** Deletes the ended tokens that the box has received. */
export const markEndedTokensDelivered = async (db: Db, boxId: string, hashes: readonly string[]): Promise<void> => {
  if (hashes.length > 0)
    await db.deleteFrom('ended_tokens').where('box_id', '=', boxId).where('token_hash', 'in', hashes).execute();
};

/** Deletes expired tokens. */
export const sweepBoxTokens = async (db: Db, clock: ServiceClock): Promise<void> => {
  await db
    .deleteFrom('box_tokens')
    .where('used', '<', nowSeconds(clock) - IDLE_LIFETIME_SECONDS)
    .execute();
};
