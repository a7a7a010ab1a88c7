import { ACC } from '@boxwood/account-sdk';
import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Db, Tx } from '../store/schema.ts';

/** Lifetime of a link in seconds: long enough for the user to read a message. */
const LIFE = 4 * 3600;

/** Which administrator creates a link, at which box, for which user. */
export interface Renewal {
  readonly admin: string;
  readonly boxId: string;
  readonly userName: string;
}

/** The reason why a link is not allowed: a refusal code and its info. */
export interface Obstacle {
  readonly code: number;
  readonly info?: string;
}

/**
 * The reason why the administrator may not renew a user's password; null when allowed. An account opens every box it
 * belongs to, so the administrator must administer all of them; and the user must not be an owner or administrator.
 */
export const obstacleTo = async (db: Db, { admin, boxId, userName }: Renewal): Promise<Obstacle | null> => {
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
export const makeLink = async (db: Db, clock: Clock, { admin, boxId, userName }: Renewal) => {
  const secret = newToken();
  const expires = seconds(clock) + LIFE;
  const row = { secret_hash: hashOf(secret), box_id: boxId, made_by: admin, expires };
  await db
    .insertInto('password_links')
    .values({ user_name: userName, ...row })
    .onConflict((conflict) => conflict.column('user_name').doUpdateSet(row))
    .execute();
  return { secret, expires };
};

/** Whether the secret belongs to a valid link of the user. */
export const isLinkOf = async (db: Db, clock: Clock, userName: string, secret: string): Promise<boolean> =>
  (await db
    .selectFrom('password_links')
    .select('user_name')
    .where('user_name', '=', userName)
    .where('secret_hash', '=', hashOf(secret))
    .where('expires', '>', seconds(clock))
    .executeTakeFirst()) !== undefined;

/**
 * Consumes a link and returns its data; undefined when it is invalid or was used concurrently. Roll the transaction
 * back then.
 */
export const spendLink = async (
  tx: Tx,
  clock: Clock,
  userName: string,
  secret: string,
): Promise<Renewal | undefined> => {
  const spent = await tx
    .deleteFrom('password_links')
    .where('user_name', '=', userName)
    .where('secret_hash', '=', hashOf(secret))
    .where('expires', '>', seconds(clock))
    .returning(['made_by', 'box_id'])
    .executeTakeFirst();
  if (spent === undefined) return undefined;
  const renewal = { admin: spent.made_by, boxId: spent.box_id, userName };
  // Links are deleted when their conditions change; checked again here because of concurrent changes.
  return (await obstacleTo(tx, renewal)) === null ? renewal : undefined;
};

/** Which links end: those of a user, or those that an administrator created. */
export type EndedLinks = { readonly user_name: string } | { readonly made_by: string };

/** Deletes links. Call it in the transaction that changed their conditions. */
export const endLinks = async (tx: Db, ended: EndedLinks): Promise<void> => {
  await tx
    .deleteFrom('password_links')
    .where((is) => is.and(ended))
    .execute();
};

/** Deletes expired links. */
export const sweepLinks = async (db: Db, clock: Clock): Promise<void> => {
  await db.deleteFrom('password_links').where('expires', '<=', seconds(clock)).execute();
};
