import { ACC } from '@boxwood/account-sdk';
import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Db, Tx } from '../store/schema.ts';

/** Lifetime of a link in seconds: long enough for the user to read a message. */
const LINK_LIFETIME_SECONDS = 4 * 3600;

/** Which administrator creates a link, at which box, for which user. */
export interface PasswordRenewal {
  readonly admin: string;
  readonly boxId: string;
  readonly userName: string;
}

/** The reason why a link is not allowed: a refusal code and its info. */
export interface LinkObstacle {
  readonly code: number;
  readonly info?: string;
}

/**
 * The reason why the administrator may not renew a user's password; null when allowed. An account opens every box it
 * belongs to, so the administrator must administer all of them; and the user must not be an owner or administrator.
 */
export const findLinkObstacle = async (
  db: Db,
  { admin, boxId, userName }: PasswordRenewal,
): Promise<LinkObstacle | null> => {
  const boxes = await db
    .selectFrom('roster')
    .select(['roster.box_id', 'roster.admin', 'roster.owner'])
    .select((of) =>
      of
        .selectFrom('roster as own')
        .select('own.admin')
        .whereRef('own.box_id', '=', 'roster.box_id')
        .where('own.user_name', '=', admin)
        .as('administrated'),
    )
    .where('roster.user_name', '=', userName)
    .execute();
  if (boxes.every(({ box_id }) => box_id !== boxId)) return { code: ACC.noUser };
  if (boxes.some(({ administrated }) => administrated !== 'Y'))
    return { code: ACC.notAdmin, info: 'account.linkElsewhere' };
  if (boxes.some((box) => box.admin === 'Y' || box.owner === 'Y'))
    return { code: ACC.notAdmin, info: 'account.linkAdmin' };
  return null;
};

/** Creates the link of a user; an earlier one becomes invalid. */
export const createPasswordLink = async (db: Db, clock: ServiceClock, { admin, boxId, userName }: PasswordRenewal) => {
  const secret = newToken();
  const expires = nowSeconds(clock) + LINK_LIFETIME_SECONDS;
  const row = { secret_hash: hashOf(secret), box_id: boxId, made_by: admin, expires };
  await db
    .insertInto('password_links')
    .values({ user_name: userName, ...row })
    .onConflict((conflict) => conflict.column('user_name').doUpdateSet(row))
    .execute();
  return { secret, expires };
};

/** Whether the secret belongs to a valid link of the user. */
export const isValidLink = async (db: Db, clock: ServiceClock, userName: string, secret: string): Promise<boolean> =>
  (await db
    .selectFrom('password_links')
    .select('user_name')
    .where('user_name', '=', userName)
    .where('secret_hash', '=', hashOf(secret))
    .where('expires', '>', nowSeconds(clock))
    .executeTakeFirst()) !== undefined;

/**
 * Consumes a link and returns its data; undefined when it is invalid or was used concurrently. Roll the transaction
 * back then.
 */
export const consumeLink = async (
  tx: Tx,
  clock: ServiceClock,
  userName: string,
  secret: string,
): Promise<PasswordRenewal | undefined> => {
  const consumed = await tx
    .deleteFrom('password_links')
    .where('user_name', '=', userName)
    .where('secret_hash', '=', hashOf(secret))
    .where('expires', '>', nowSeconds(clock))
    .returning(['made_by', 'box_id'])
    .executeTakeFirst();
  if (consumed === undefined) return undefined;
  const renewal = { admin: consumed.made_by, boxId: consumed.box_id, userName };
  // Links are deleted when their conditions change; checked again here because of concurrent changes.
  return (await findLinkObstacle(tx, renewal)) === null ? renewal : undefined;
};

/** Which links end: those of a user, or those that an administrator created. */
export type EndedLinks = { readonly user_name: string } | { readonly made_by: string };

/** Deletes links. Call it in the transaction that changed their conditions. */
export const deleteLinks = async (tx: Db, ended: EndedLinks): Promise<void> => {
  await tx
    .deleteFrom('password_links')
    .where((is) => is.and(ended))
    .execute();
};

/** Deletes expired links. */
export const deleteExpiredLinks = async (db: Db, clock: ServiceClock): Promise<void> => {
  await db.deleteFrom('password_links').where('expires', '<=', nowSeconds(clock)).execute();
};
