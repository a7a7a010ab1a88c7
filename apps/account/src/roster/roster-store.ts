import { ACC } from '@boxwood/account-sdk';
import { MAX_BOX_USERS } from '@boxwood/account-sdk';
import { isPlainUserId } from '@boxwood/account-sdk/rules';
import type { ServiceClock } from '../system-clock.ts';
import { nowSeconds } from '../system-clock.ts';
import { refuse } from '../service-context.ts';
import { deleteLinks } from '../password-links/password-link-store.ts';
import type { BoxRow, Db, Tx } from '../store/schema.ts';

/** A box by its id or its name (G-29). */
export const findBox = (db: Db, idOrName: string): Promise<BoxRow | undefined> =>
  db
    .selectFrom('boxes')
    .selectAll()
    .where((or) => or.or([or('box_id', '=', idOrName), or('box_name', '=', idOrName)]))
    .executeTakeFirst();

/** The role of a user on a box. */
export interface RosterMember {
  readonly admin: 'Y' | 'N';
  readonly owner: 'Y' | 'N';
  readonly nick: string;
}

export const memberOf = (db: Db, boxId: string, userName: string): Promise<RosterMember | undefined> =>
  db
    .selectFrom('roster')
    .select(['admin', 'owner', 'nick'])
    .where('box_id', '=', boxId)
    .where('user_name', '=', userName)
    .executeTakeFirst();

/** A box of the caller. 1035 for every other box too, so that an outsider does not learn which boxes exist. */
export const requireBoxOfUser = async (
  db: Db,
  caller: string,
  idOrName: string,
): Promise<{ readonly box: BoxRow; readonly member: RosterMember }> => {
  const box = await findBox(db, idOrName);
  const member = box === undefined ? undefined : await memberOf(db, box.box_id, caller);
  return box === undefined || member === undefined ? refuse(ACC.noBox) : { box, member };
};

/** A box that the caller administers; 1020 when the caller is an ordinary user of it. */
export const requireAdministeredBox = async (db: Db, caller: string, idOrName: string): Promise<BoxRow> => {
  const { box, member } = await requireBoxOfUser(db, caller, idOrName);
  return member.admin === 'Y' ? box : refuse(ACC.notAdmin);
};

/** Whether the caller administers any box (ROLE-05, ROLE-06). */
export const isAnyAdmin = async (db: Db, caller: string): Promise<boolean> =>
  (await db
    .selectFrom('roster')
    .select('box_id')
    .where('user_name', '=', caller)
    .where('admin', '=', 'Y')
    .executeTakeFirst()) !== undefined;

/**
 * Serialises roster changes of one box: a write to its row locks it until the transaction ends, on SQLite and
 * PostgreSQL alike.
 */
const lockBox = (tx: Tx, boxId: string) =>
  tx
    .updateTable('boxes')
    .set((column) => ({ box_id: column.ref('box_id') }))
    .where('box_id', '=', boxId)
    .execute();

/** Schedules a push of the users to a box (X106). */
export const scheduleRosterPush = async (tx: Db, clock: ServiceClock, boxId: string): Promise<void> => {
  const due = nowSeconds(clock);
  await tx
    .insertInto('pushes')
    .values({ box_id: boxId, due, tries: 0, revision: 1 })
    .onConflict((conflict) =>
      conflict
        .column('box_id')
        .doUpdateSet((column) => ({ due, tries: 0, revision: column('pushes.revision', '+', 1) })),
    )
    .execute();
};

/** Schedules a push to every box of a user, after a change of the password. */
export const scheduleRosterPushes = async (tx: Db, clock: ServiceClock, userName: string): Promise<void> => {
  for (const { box_id } of await tx.selectFrom('roster').select('box_id').where('user_name', '=', userName).execute())
    await scheduleRosterPush(tx, clock, box_id);
};

/** Adds a user to a box: 1021 when already a member, 1029 when the box is full (ACCOUNT-10). */
export const addMember = async (
  tx: Tx,
  clock: ServiceClock,
  boxId: string,
  userName: string,
  role: { readonly admin: 'Y' | 'N'; readonly owner: 'Y' | 'N' },
): Promise<void> => {
  // An account created before this rule existed, or in another way: no box would accept it.
  if (!isPlainUserId(userName)) refuse(ACC.userFormat);
  await lockBox(tx, boxId);
  if ((await memberOf(tx, boxId, userName)) !== undefined) refuse(ACC.userBound);
  const { users } = await tx
    .selectFrom('roster')
    .select((of) => of.fn.countAll<number>().as('users'))
    .where('box_id', '=', boxId)
    .executeTakeFirstOrThrow();
  if (users >= MAX_BOX_USERS) refuse(ACC.usersFull);
  await tx
    .insertInto('roster')
    .values({ box_id: boxId, user_name: userName, nick: '', created: nowSeconds(clock), ...role })
    .execute();
  // A password link was allowed before the account belonged to this box, so it must not remain valid.
  await deleteLinks(tx, { user_name: userName });
  await scheduleRosterPush(tx, clock, boxId);
};

/** Consumes an invitation and returns its box, or refuses with 1022. */
export const consumeInvite = async (tx: Tx, clock: ServiceClock, code: string, boxId?: string): Promise<string> => {
  let query = tx
    .deleteFrom('invites')
    .where('code', '=', code.trim().toUpperCase())
    .where('expires', '>', nowSeconds(clock));
  if (boxId !== undefined) query = query.where('box_id', '=', boxId);
  const found = await query.returning('box_id').executeTakeFirst();
  return found?.box_id ?? refuse(ACC.invitation);
};

type BoxNameRow = { readonly box_name: string; readonly title: string; readonly nick?: string };
const namesOfRows = (rows: readonly BoxNameRow[]): readonly string[] =>
  rows.flatMap(({ box_name, title, nick = '' }) => [box_name, title, nick]);

/** The names of a user's boxes, given by their administrators and by this user. */
export const boxNamesOf = async (db: Db, userName: string): Promise<readonly string[]> =>
  namesOfRows(
    await db
      .selectFrom('roster')
      .innerJoin('boxes', 'boxes.box_id', 'roster.box_id')
      .select(['boxes.box_name', 'boxes.title', 'roster.nick'])
      .where('roster.user_name', '=', userName)
      .execute(),
  );

/** The names of the box of an invitation; empty when there is no such invitation. */
export const boxNamesOfInvite = async (db: Db, code: string): Promise<readonly string[]> =>
  namesOfRows(
    await db
      .selectFrom('invites')
      .innerJoin('boxes', 'boxes.box_id', 'invites.box_id')
      .select(['boxes.box_name', 'boxes.title'])
      .where('invites.code', '=', code.trim().toUpperCase())
      .execute(),
  );
