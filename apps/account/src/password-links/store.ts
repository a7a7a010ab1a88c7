import { ACC } from '@boxwood/account-sdk';
import type { Clock } from '../clock.ts';
import { seconds } from '../clock.ts';
import { hashOf, newToken } from '../secrets.ts';
import type { Db, Tx } from '../store/schema.ts';

/** Seconds a link is good for: long enough for a message to be read, and no longer. */
const LIFE = 4 * 3600;

/** Who makes a link, at which box, for whom. */
export interface Renewal {
  readonly admin: string;
  readonly boxId: string;
  readonly userName: string;
}

/** What stands against a link: the number of a refusal, and what is said beside it. */
export interface Obstacle {
  readonly code: number;
  readonly info?: string;
}

/**
 * What stands against a new password for somebody; null when nothing does. An account opens every box that it belongs to, so all of them have to
 * be the administrator's own; and nobody becomes an owner or administrator by it.
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

/** Makes the one link of a user; the one before stops being good. */
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

/** Whether a secret is that of the user's link, and the link is good. */
export const isLinkOf = async (db: Db, clock: Clock, userName: string, secret: string): Promise<boolean> =>
  (await db
    .selectFrom('password_links')
    .select('user_name')
    .where('user_name', '=', userName)
    .where('secret_hash', '=', hashOf(secret))
    .where('expires', '>', seconds(clock))
    .executeTakeFirst()) !== undefined;

/** Uses a link up: what it was made for; undefined when it is not good, or somebody was faster. Take it back then with the transaction. */
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
  // What a link rests on ends it where it changes; asked once more where it counts, for two things may happen at once.
  return (await obstacleTo(tx, renewal)) === null ? renewal : undefined;
};

/** Whose links end: that of a user, or those that an administrator made. */
export type EndedLinks = { readonly user_name: string } | { readonly made_by: string };

/** Ends links. Call it in the transaction that changed what they rested on. */
export const endLinks = async (tx: Db, ended: EndedLinks): Promise<void> => {
  await tx
    .deleteFrom('password_links')
    .where((is) => is.and(ended))
    .execute();
};

/** Links whose time is over are no links. */
export const sweepLinks = async (db: Db, clock: Clock): Promise<void> => {
  await db.deleteFrom('password_links').where('expires', '<=', seconds(clock)).execute();
};
